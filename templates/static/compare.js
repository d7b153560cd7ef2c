// Players compared, by what their own pages and the list show; the address says who: ?players=a,b or #a,b.
"use strict";

(() => {
  const { FROM_DISK, collator, courseIn, dayWritten, folded, made, mine, placeAt, read, rowOn, svg, wordsOf } = window.sitegen;
  const MOST = 4; // players, whose strokes are told apart
  const MOST_ROWS = 12; // of the table of a course
  const DAY = 86400000;
  const period = () => (window.location.hash.startsWith("#period=") ? window.location.hash : "");
  const idIn = (link) => decodeURIComponent(/([^/]+)\/(?:index\.html)?$/u.exec(link?.getAttribute("href") ?? "")?.[1] ?? "");
  const text = (node) => node?.textContent.replace(/\s+/gu, " ").trim() ?? "";

  /** The courses on a player's page by title, with what the page has drawn. */
  function coursesOf(page) {
    const drawn = [...page.querySelectorAll("rating-chart svg.chart")];
    return new Map(drawn.map((chart) => [text(chart.closest("figure")?.querySelector("h2")), { chart, ...courseIn(chart.querySelector(".line")) }]));
  }

  /** The last day, and the last days of months, quarters, halves or years before it, so that they are few. */
  function daysOfTable(first, last) {
    const monthOf = (day) => new Date(day * DAY).getUTCFullYear() * 12 + new Date(day * DAY).getUTCMonth();
    const step = [1, 3, 6, 12].find((each) => (monthOf(last) - monthOf(first)) / each <= MOST_ROWS) ?? 60;
    const days = [last];
    for (let month = Math.floor(monthOf(last) / step) * step; ; month -= step) {
      const day = Date.UTC(Math.floor(month / 12), month % 12) / DAY - 1;
      if (day < first) return days;
      if (day < last) days.push(day);
    }
  }

  /** The tallies on a player's page, by opponent: the cells beside the name, under the heads that they have;
      of opponents met once, a line below the table has them. */
  function talliesOf(page) {
    const table = page.querySelector("#head-to-head table, table.h2h");
    const brief = page.querySelector("#head-to-head .brief");
    const heads = brief?.dataset.heads.split("|") ?? [...(table?.tHead?.rows[0].cells ?? [])].slice(1).map(text);
    const rows = [...(table?.tBodies ?? [])].flatMap((body) => [...body.rows]).filter((row) => row.cells.length > 1);
    const told = rows.map((row) => {
      const [head, ...cells] = row.cells;
      const link = head.querySelector("a");
      return [idIn(link) || text(head), { name: text(link ?? head), cells: cells.map(text) }];
    });
    let same = [];
    for (const part of brief?.children ?? []) {
      if (part.matches("dt")) same = part.dataset.cells.split("|");
      else {
        const name = part.firstElementChild;
        told.push([idIn(name) || text(name), { name: text(name), cells: [...same, text(part.lastChild)].slice(0, heads.length) }]);
      }
    }
    return { heads, byOpponent: new Map(told) };
  }

  class ComparePlayers extends HTMLElement {
    async connectedCallback() {
      if (FROM_DISK) return; // pages of the disk may not be read: what stands here says so
      this.form = this.querySelector("form");
      this.input = this.form.querySelector("input");
      this.names = this.form.querySelector("datalist");
      this.status = this.form.querySelector("[role=status]");
      this.frame = this.querySelector("template");
      this.pages = new Map();
      this.querySelector(".without").remove();
      this.form.hidden = false;
      this.form.addEventListener("submit", (event) => event.preventDefault());
      this.input.addEventListener("focus", () => this.load(), { once: true });
      this.input.addEventListener("input", () => this.complete());
      this.list = read("../");
      const asked = new URLSearchParams(window.location.search).get("players") ?? (period() ? "" : decodeURIComponent(window.location.hash.slice(1)));
      await this.choose(asked.split(",").filter(Boolean));
      await this.offerMine();
    }

    /** My player and who stands next to it on the list are offered below the others. */
    async offerMine() {
      const my = mine?.().find(({ ranking }) => ranking === this.dataset.ranking);
      const [list, offered] = [await this.list, this.querySelector("nav li")];
      const row = my && offered && list && (await rowOn(list, new URL("../", window.location), my.id));
      const beside = [row?.previousElementSibling, row?.nextElementSibling].map((each) => each?.querySelector("th a")).find(Boolean);
      if (!beside) return;
      const offer = offered.cloneNode(true);
      offer.querySelector("a").setAttribute("href", `?players=${my.id},${idIn(beside)}`);
      offer.querySelector("b").textContent = [my.name, text(beside)].join(", ");
      offer.querySelector("small").textContent = this.dataset.mine;
      offered.parentNode.append(offer);
    }

    /** The names of this ranking's players, out of the search index. */
    async load() {
      const answer = await fetch(this.dataset.index);
      const { rankings, clubs, players } = answer.ok ? await answer.json() : { rankings: [], clubs: [], players: [] };
      const here = rankings.findIndex(([id]) => id === this.dataset.ranking);
      const isHere = ([, , , ...places]) => places.some((place, at) => at % 2 === 0 && place === here);
      const shown = players.filter(isHere).map(([name, id, club]) => ({ id, name, club: clubs[club][0] }));
      const times = new Map();
      for (const { name } of shown) times.set(name, (times.get(name) ?? 0) + 1);
      this.known = new Map(
        shown.map(({ id, name, club }) => [times.get(name) > 1 ? `${name} (${club || id})` : name, { id, key: folded(`${name} ${club}`) }]),
      );
      this.complete();
    }

    /** Offer the names that fit what is typed; one that is typed in full, or picked, is taken. */
    complete() {
      if (!this.known) return;
      const typed = this.input.value.trim();
      if (this.known.has(typed)) {
        this.input.value = "";
        this.names.replaceChildren();
        this.choose([...this.chosen, this.known.get(typed).id]);
        return;
      }
      const words = wordsOf(typed);
      const fitting = [...this.known].filter(([, { key }]) => words.every((word) => key.includes(word)));
      this.names.replaceChildren(...fitting.slice(0, 12).map(([value]) => made("option", { value })));
    }

    async choose(ids) {
      const all = [...new Set(ids)];
      this.chosen = all.slice(0, MOST);
      this.input.parentNode.hidden = this.chosen.length === MOST;
      const query = this.chosen.length ? `?players=${this.chosen.map(encodeURIComponent).join(",")}` : "";
      history.replaceState(null, "", window.location.pathname + query + period());
      await Promise.all(this.chosen.map(async (id) => {
        if (!this.pages.get(id)) this.pages.set(id, await read(`../players/${encodeURIComponent(id)}/`));
      }));
      const missing = this.chosen.filter((id) => !this.pages.get(id));
      const { unknown, most } = this.status.dataset;
      const left = [[unknown, missing], [most, all.slice(MOST)]].filter(([, which]) => which.length);
      this.status.textContent = left.map(([said, which]) => `${said} ${which.join(", ")}`).join(" ");
      const there = this.chosen.filter((id) => this.pages.get(id));
      const [list, address] = [await this.list, new URL("../", window.location)];
      const rows = await Promise.all(there.map((id) => list && rowOn(list, address, id)));
      this.show(there.map((id, place) => this.player(id, rows[place])));
    }

    player(id, row) {
      const page = this.pages.get(id);
      const cell = (role) => text(row?.querySelector(`td.${role}`));
      return {
        id,
        name: text(page.querySelector("h1")),
        standing: [["r", "b"], ["v", "b"], ["d", "span"]].map(([role, tag]) => [tag, cell(role)]).filter(([, told]) => told),
        courses: coursesOf(page),
        tallies: this.scored(talliesOf(page)),
      };
    }

    /** Tallies with what was won and lost as a score, and its share of all, where a ranking tells them. */
    scored({ heads, byOpponent }) {
      const [won, lost, played] = ["won", "lost", "played"].map((each) => heads.indexOf(this.dataset[each]));
      if (won < 0 || lost < 0) return { heads, byOpponent };
      const isOther = (_, place) => ![won, lost, played].includes(place);
      const scores = [...byOpponent].map(([id, { name, cells }]) => {
        const count = Number(cells[played] ?? 0) || Number(cells[won]) + Number(cells[lost]);
        return [id, { name, count, score: `${cells[won]} – ${cells[lost]}`, share: Number(cells[won]) / (count || 1), cells: cells.filter(isOther) }];
      });
      return { heads: heads.filter(isOther), byOpponent: new Map(scores), scoreHead: `${heads[won]} – ${heads[lost]}` };
    }

    show(players) {
      for (const each of this.querySelectorAll(":scope > section")) each.remove();
      this.querySelector("nav").hidden = players.length > 0;
      if (!players.length) return;
      const shown = document.importNode(this.frame.content, true);
      const [standing, courses, between, common] = shown.children;
      this.showStanding(standing, players);
      this.showCourses(courses, players);
      const hasTallies = players.length > 1 && players.some(({ tallies }) => tallies.byOpponent.size);
      if (hasTallies) {
        this.showBetween(between, players);
        this.showCommon(common, players);
      }
      this.append(standing, courses, ...(hasTallies ? [between, common] : []));
    }

    showStanding(part, players) {
      const list = part.querySelector("ul");
      list.append(...players.map((player, place) => {
        const link = made("a", { href: `../players/${encodeURIComponent(player.id)}/`, dir: "auto" }, player.name);
        const button = made("button", { type: "button", "aria-label": `${list.dataset.remove}: ${player.name}` }, "×");
        button.addEventListener("click", () => this.choose(this.chosen.filter((id) => id !== player.id)));
        const stroke = svg("svg", { viewBox: "0 0 32 12", "aria-hidden": "true" }, svg("path", { class: `course-${place}`, d: "M0 6H32" }));
        const told = player.standing.flatMap(([tag, said]) => [made(tag, {}, said), " "]);
        return made("li", {}, stroke, link, made("span", {}, ...told), button);
      }));
    }

    /** A picture for each title that more than one has; where there is none, for the first of each. */
    showCourses(part, players) {
      const titles = [...new Set(players.flatMap(({ courses }) => [...courses.keys()]))];
      const having = (title) => players.filter(({ courses }) => courses.has(title)).length;
      const frame = part.querySelector("figure");
      for (const title of titles.filter((each) => having(each) > 1 || players.length === 1 || titles.length === 1)) {
        const figure = document.importNode(frame, true);
        figure.querySelector("h2").textContent = title;
        part.append(figure);
        this.fillCourses(figure, players, title);
      }
      frame.remove();
    }

    /** The picture that the page of the first has, with a line for each, and what it shows as a table. */
    fillCourses(figure, players, title) {
      const chart = figure.querySelector("rating-chart");
      chart.courses = players.flatMap(({ name, courses }, place) => (courses.has(title) ? [{ name, stroke: `course-${place}`, ...courses.get(title) }] : []));
      const drawn = document.importNode(chart.courses[0].chart, true);
      const last = chart.courses.map((course) => `${course.name} ${chart.figureAt(course, course.points.length - 1)}`);
      drawn.setAttribute("aria-label", `${title}: ${last.join("; ")}`);
      chart.append(made("p", { class: "read" }), drawn);
      const table = figure.querySelector("table");
      table.tHead.rows[0].append(...chart.courses.map(({ name }) => made("th", { scope: "col", dir: "auto" }, name)));
      const days = chart.courses.flatMap(({ points }) => [points[0][0], points.at(-1)[0]]);
      const rows = daysOfTable(Math.min(...days), Math.max(...days)).map((day) => {
        const figures = chart.courses.map((course) => made("td", {}, chart.figureAt(course, placeAt(course, day))));
        return made("tr", {}, made("th", { scope: "row" }, dayWritten(new Date(day * DAY), chart.words.months)), ...figures);
      });
      table.append(made("tbody", {}, ...rows));
    }

    /** Each pair once: who beat whom, and the other cells that the page of the first has about the second. */
    showBetween(part, players) {
      const heads = players.find(({ tallies }) => tallies.heads.length)?.tallies.heads ?? [];
      const pairs = players.flatMap((one, place) => players.slice(place + 1).map((other) => [one, other]));
      const met = pairs.filter(([one, other]) => one.tallies.byOpponent.has(other.id));
      const rows = met.map(([one, other]) => {
        const { score, cells } = one.tallies.byOpponent.get(other.id);
        return this.row(`${one.name} ${score ?? "–"} ${other.name}`, this.cells(cells));
      });
      this.fill(part, heads, rows);
    }

    /** Whom all of them met, with the tally of each; first whom they met most. */
    showCommon(part, players) {
      const ids = new Set(players.map(({ id }) => id));
      const tallies = players.map((each) => each.tallies);
      const [{ heads, byOpponent, scoreHead }] = tallies;
      const common = [...byOpponent].filter(([id]) => !ids.has(id) && tallies.every((each) => each.byOpponent.has(id)));
      const met = (id) => tallies.reduce((sum, each) => sum + (each.byOpponent.get(id).count ?? 0), 0);
      common.sort(([one, { name }], [other, { name: otherName }]) => met(other) - met(one) || collator.compare(name, otherName));
      const rows = common.map(([id, { name }]) => this.row(name, players.flatMap((each) => this.tally(each, id))));
      const shown = scoreHead ? [scoreHead, ...heads] : heads;
      this.fill(part, shown, rows, players.length);
      part.querySelector("small").textContent = String(rows.length);
      const above = made("tr", {}, made("td"));
      above.append(...players.map(({ name }) => made("th", { scope: "colgroup", colspan: shown.length }, name)));
      part.querySelector("thead")?.prepend(above);
    }

    /** The rows, with the heads as often as there are players in each; on a phone each player is a line below the first. */
    fill(part, heads, rows, times = 1) {
      const table = part.querySelector("table");
      if (!rows.length) {
        table.remove();
        return;
      }
      part.querySelector(".none").remove();
      const all = Array.from({ length: times }, () => heads).flat();
      table.tHead.rows[0].append(...all.map((head, place) => made("th", { scope: "col", class: place < heads.length ? "n" : "n again" }, head)));
      table.append(made("tbody", {}, ...rows));
      table.classList.toggle("many", heads.length > 3);
      table.style.setProperty("--heads", heads.length);
    }

    /** What one of them has against an opponent; the first cell says whose it is. */
    tally({ name, tallies }, id) {
      const { score, share, cells } = tallies.byOpponent.get(id);
      const all = this.cells(cells);
      if (score) {
        const stroke = (kind, length) => svg("path", { class: kind, d: `M0 5H${length}` });
        const bar = svg("svg", { viewBox: "0 0 60 10", preserveAspectRatio: "none", "aria-hidden": "true" }, stroke("all", 60), stroke("won", Math.round(60 * share)));
        all.unshift(made("td", { class: "n score" }, score, bar));
      }
      all[0].dataset.player = name;
      return all;
    }

    cells(told) {
      const kind = (said) => (/^[^\p{L}]*$/u.test(said) ? `n${/^[+−].*[1-9]/u.test(said) ? (said.startsWith("+") ? " up" : " l") : ""}` : "w");
      return told.map((said) => made("td", { class: kind(said) }, said));
    }

    row(about, cells) {
      return made("tr", {}, made("th", { scope: "row", dir: "auto" }, about), ...cells);
    }
  }

  customElements.define("compare-players", ComparePlayers);
})();
