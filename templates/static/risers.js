// Who rose how much between any two days: the ready tables for others, from the published courses or evenings.
"use strict";

(() => {
  const MINUS = "\u2212";
  const SAME = { courses: 10 ** 3, evenings: 10 ** 4 }; // so far sums of figures are the same, as published
  const DAY = 86_400_000;

  /** `1623.4`, `−0.2`, as the pages write it. */
  function plain(value, decimals, mark) {
    const text = value.toFixed(decimals).replace("-", MINUS).replace(".", mark);
    return /[1-9]/u.test(text) ? text : text.replace(MINUS, "");
  }

  /** `+3.50`, `−0.25`, `0.00`. */
  function signed(value, decimals, mark) {
    const text = plain(value, decimals, mark);
    return value > 0 && /[1-9]/u.test(text) ? `+${text}` : text;
  }

  /** The cells that show a player, by id: linked where the player has a page. */
  function shownPlayers() {
    const shown = new Map();
    for (const cell of document.querySelectorAll("ranking-table tbody th")) {
      const link = cell.querySelector("a");
      const id = link
        ? link.getAttribute("href").split("/").at(-2)
        : cell.textContent.trim().toLowerCase().replace(/\s+/gu, "-");
      if (!shown.has(decodeURIComponent(id))) shown.set(decodeURIComponent(id), cell);
    }
    return shown;
  }

  /** The published evenings as steps: what each did to the figure of a player, in which form. */
  function stepsOfEvenings({ columns, rows }) {
    const at = Object.fromEntries(columns.map(({ name }, place) => [name, place]));
    return rows.map((row) => ({
      date: row[at.date],
      form: row[at.form],
      player: row[at.player],
      before: row[at.before],
      after: row[at.rating],
    }));
  }

  /** The published courses as steps; the first figure of who had none before is no rise. */
  function stepsOfCourses({ first, players }) {
    const begin = Date.parse(first);
    const steps = [];
    for (const [player, , , start, days, figures] of players) {
      let day = 0;
      let before = start ?? figures[0];
      days.forEach((later, place) => {
        day += later;
        const date = new Date(begin + day * DAY).toISOString().slice(0, 10);
        steps.push({ date, form: "all", player, before, after: figures[place] });
        before = figures[place];
      });
    }
    return steps;
  }

  class RiserPicker extends HTMLElement {
    /** Opened straight from the disk a page may read no data: then the ready tables are all there is. */
    async connectedCallback() {
      if (window.location.protocol === "file:") {
        this.remove();
        return;
      }
      const answer = await fetch(this.dataset.courses ?? this.dataset.evenings);
      if (answer.ok) this.begin(await answer.json());
    }

    begin(data) {
      this.steps = this.dataset.courses ? stepsOfCourses(data) : stepsOfEvenings(data);
      this.players = this.dataset.courses ? this.named(data.players) : shownPlayers();
      this.append(this.querySelector("template").content.cloneNode(true));
      this.addEventListener("input", () => this.show());
      this.show();
    }

    /** The cells that show the players of the courses. */
    named(players) {
      return new Map(
        players.map(([id, name, hasPage]) => {
          const cell = document.createElement("th");
          const shown = hasPage ? cell.appendChild(document.createElement("a")) : cell;
          cell.scope = "row";
          shown.textContent = name;
          if (hasPage) shown.href = `${this.dataset.players}${encodeURIComponent(id)}/`;
          return [id, cell];
        }),
      );
    }

    chosen(name) {
      return this.querySelector(`[name=${name}]`)?.value ?? "all";
    }

    /** What each player won or lost, the most first; equal ones share a rank, and the next is left out. */
    risers() {
      const [form, from, through] = ["form", "from", "through"].map((name) => this.chosen(name));
      const sums = new Map();
      for (const { player, date, form: of, before, after } of this.steps) {
        if (date < from || date > through || (form !== "all" && of !== form)) continue;
        const own = sums.get(player) ?? { player, low: before, sum: 0 };
        own.sum += after - before;
        own.high = after;
        sums.set(player, own);
      }
      const same = this.dataset.courses ? SAME.courses : SAME.evenings;
      const name = (player) => this.players.get(player)?.textContent ?? player;
      const ordered = [...sums.values()].map((each) => ({ ...each, same: Math.round(each.sum * same) }));
      ordered.sort((one, two) => two.same - one.same || name(one.player).localeCompare(name(two.player)));
      ordered.forEach((each, place) => {
        const before = ordered[place - 1];
        each.rank = before && before.same === each.same ? before.rank : place + 1;
      });
      return ordered;
    }

    show() {
      const risers = this.risers();
      this.querySelector("tbody").replaceChildren(...risers.map((each) => this.row(each)));
      this.querySelector("[role=status]").textContent = String(risers.length);
    }

    row({ rank, player, sum, low, high }) {
      const row = document.createElement("tr");
      const shown = this.players.get(player);
      const head = shown ? shown.cloneNode(true) : document.createElement("th");
      const { decimal, decimals, figures } = this.dataset;
      if (!shown) head.textContent = player;
      const ends = figures ? [low, high].map((each) => plain(each, Number(figures), decimal)) : [];
      const texts = [signed(sum, Number(decimals ?? 2), decimal), ...ends];
      row.append(this.cell(String(rank)), head, ...texts.map((text) => this.cell(text)));
      return row;
    }

    cell(text) {
      const cell = document.createElement("td");
      cell.textContent = text;
      return cell;
    }
  }

  customElements.define("riser-picker", RiserPicker);
})();
