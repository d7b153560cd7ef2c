// What scripts add to pages that are complete without them: sorting, finding and reading off a chart.
"use strict";

(() => {
  const language = document.documentElement.lang || "en";
  const locale = language === "en" ? "en-GB" : language; // the day before the month, as in the pages
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  const MARKS = /\p{M}/gu;
  const LETTERS = { æ: "ae", đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ø: "o", œ: "oe", ß: "ss", þ: "th" };
  const AT_ONCE = 100; // rows that are laid out before the browser paints: more than any screen has
  const FROM_DISK = window.location.protocol === "file:";

  /** The text without accents and capitals; some letters carry theirs inside. */
  const folded = (text) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(MARKS, "")
      .replace(/[æđðħıłøœßþ]/gu, (letter) => LETTERS[letter]);

  /** The words of what was typed, in any order. */
  const wordsOf = (text) => folded(text).split(/\s+/u).filter(Boolean);

  /** An element with its attributes, and what stands in it: texts become text, never markup. */
  function made(name, attributes = {}, ...inside) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  }

  /** The page at an address, to be read; nothing where it cannot be. */
  async function read(address) {
    try {
      const answer = await fetch(address);
      return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    } catch {
      return null;
    }
  }

  /** Opened from the disk, a folder is shown as what lies in it: links lead to the page in it. */
  function toPages(root) {
    for (const link of root.querySelectorAll("a[href]")) {
      const [, path, rest] = /^([^?#]*)(.*)$/su.exec(link.getAttribute("href"));
      const isOurs = link.protocol === "file:" && path;
      if (isOurs && /(?:^|\/)\.{0,2}$/u.test(path)) {
        link.setAttribute("href", `${path.replace(/([^/])$/u, "$1/")}index.html${rest}`);
      }
    }
  }

  /** The number that a cell shows, null when it shows none; places won go up, places lost down. */
  function numberIn(text, decimal) {
    if (text === "=") return 0;
    const plain = text
      .replace("▲", "")
      .replace(/[▼\u2212]/u, "-")
      .replace(/[\s%]/gu, "")
      .replace(decimal, ".");
    const number = plain === "" ? NaN : parseFloat(plain);
    return Number.isNaN(number) ? null : number;
  }

  /** What a cell is sorted by: its day, its number or its text; null when there is nothing in it. */
  function sortKey(cell, isNumber, decimal) {
    if (!cell) return null;
    const time = cell.querySelector("time");
    if (time) return time.dateTime;
    const text = cell.textContent.trim();
    return isNumber ? numberIn(text, decimal) : text || null;
  }

  /** Empty cells stand last in either order. */
  function compare(one, other, direction) {
    if (one === null || other === null) return (one === null) - (other === null);
    return direction * (typeof one === "number" ? one - other : collator.compare(one, other));
  }

  class RankingTable extends HTMLElement {
    connectedCallback() {
      this.table = this.querySelector("table");
      if (!this.table?.tHead || this.heads) return;
      this.rows = [...this.table.tBodies].flatMap((body) => [...body.rows]);
      this.keys = [];
      this.heads = [...this.table.tHead.rows[0].cells];
      if (this.rows.length > 1) this.heads.forEach((head, column) => this.makeSortable(head, column));
    }

    makeSortable(head, column) {
      const button = made("button", { type: "button" }, ...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => this.sort(head, column));
    }

    /** What the rows are sorted by, read once: they never change. */
    keysOf(head, column) {
      const isNumber = "sort" in head.dataset;
      this.keys[column] ??= new Map(
        this.rows.map((row) => [row, sortKey(row.cells[column], isNumber, this.dataset.decimal)]),
      );
      return this.keys[column];
    }

    /** Numbers begin with the highest, ranks and words with the first; a second time turns the order. */
    sort(head, column) {
      const first = head.dataset.sort === "number" ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = head.getAttribute("aria-sort") === first ? other : first;
      this.heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      const direction = order === "ascending" ? 1 : -1;
      const keys = this.keysOf(head, column);
      this.rows.sort((one, two) => compare(keys.get(one), keys.get(two), direction));
      const [body, ...others] = this.table.tBodies; // in another order nothing is set apart
      others.forEach((each) => each.remove());
      const frame = document.createDocumentFragment();
      frame.append(...this.rows);
      body.append(frame);
      this.show();
    }

    /** Show the rows that are wanted: those that fit a screen at once, the others when that is painted. */
    show(isWanted = this.isWanted ?? (() => true)) {
      this.isWanted = isWanted;
      this.holdWidths();
      const wanted = this.rows.filter(isWanted);
      const now = new Set(wanted.slice(0, AT_ONCE));
      for (const row of this.rows) {
        const isHidden = !now.has(row);
        if (row.hidden !== isHidden) row.hidden = isHidden;
      }
      this.later = wanted.slice(AT_ONCE);
      if (this.later.length) requestAnimationFrame(() => setTimeout(() => this.showLater(this.later)));
      return wanted.length;
    }

    showLater(rows) {
      if (rows !== this.later) return; // something else is wanted by now
      for (const row of rows.splice(0, AT_ONCE)) row.hidden = false;
      if (rows.length) requestAnimationFrame(() => setTimeout(() => this.showLater(rows)));
    }

    /** The columns of a long table keep their width, or every row would be measured again. */
    holdWidths() {
      if (this.isHeld || this.rows.length <= AT_ONCE) return;
      const widths = this.heads.map((head) => head.getBoundingClientRect().width);
      this.heads.forEach((head, place) => (head.style.width = widths[place] ? `${widths[place]}px` : ""));
      this.table.style.tableLayout = "fixed";
      this.isHeld = true;
      window.addEventListener("resize", () => this.letGo(), { once: true });
    }

    letGo() {
      this.heads.forEach((head) => (head.style.width = ""));
      this.table.style.tableLayout = "";
      this.isHeld = false;
    }
  }

  /** A table of the page among those that are searched together, with its tab. */
  class Part {
    constructor(place, tab) {
      this.tab = tab;
      this.count = tab?.querySelector("b");
      this.place = place.closest("section") ?? place.closest("ranking-table") ?? place;
      this.table = this.place.matches("ranking-table") ? this.place : this.place.querySelector("ranking-table");
      this.told = (this.table?.rows ?? []).map((row) => ({
        row,
        text: folded(row.textContent),
        club: row.querySelector("th small")?.textContent.trim() ?? "",
        hasPlayed: Boolean(row.querySelector("td.d")?.textContent.trim()),
      }));
    }

    /** How many rows are shown for what is asked. */
    find({ words, club, hasPlayed }) {
      const found = new Set();
      for (const each of this.told) {
        const isFound = words.every((word) => each.text.includes(word));
        if (isFound && (!club || each.club === club) && (!hasPlayed || each.hasPlayed)) found.add(each.row);
      }
      this.table?.show((row) => found.has(row));
      this.found = found.size;
      if (this.count) this.count.textContent = String(found.size);
    }

    set isCurrent(isCurrent) {
      this.place.hidden = !isCurrent;
      if (isCurrent) this.tab?.setAttribute("aria-current", "true");
      else this.tab?.removeAttribute("aria-current");
    }
  }

  /** One search over all tables of the page, which are its tabs; the address keeps what is asked. */
  class Finder {
    constructor(form) {
      this.form = form;
      this.input = form.querySelector("input[type=search]");
      this.club = form.querySelector("select");
      this.check = form.querySelector("input[type=checkbox]");
      this.status = made("span", { role: "status", class: "vh" });
      const tabs = [...document.querySelectorAll(".counts a[href^='#']")];
      const placed = tabs.map((tab) => [document.getElementById(tab.hash.slice(1)), tab]);
      this.parts = placed.filter(([place]) => place).map(([place, tab]) => new Part(place, tab));
      if (!this.parts.length) {
        const tables = [...document.querySelectorAll("main ranking-table")];
        this.parts = tables.map((each) => new Part(each, null));
      }
      this.hasTabs = this.parts.length > 1 && this.parts.every((each) => each.tab);
      this.form.append(this.status);
      this.listen();
      this.begin();
    }

    listen() {
      this.form.addEventListener("submit", (event) => event.preventDefault());
      this.form.addEventListener("input", () => this.find());
      window.addEventListener("hashchange", () => this.follow());
      for (const part of this.parts.filter((each) => each.tab)) {
        part.tab.addEventListener("click", (event) => {
          event.preventDefault();
          this.open(part);
          this.keep();
        });
      }
    }

    /** What the address asks for: `?q=dries&club=Scheldeboord&played=1`, and a row or a tab behind `#`. */
    begin() {
      const asked = new URLSearchParams(window.location.search);
      if (this.input) this.input.value = asked.get("q") ?? "";
      const clubs = [...(this.club?.options ?? [])].map((each) => each.value || each.text);
      if (this.club && clubs.includes(asked.get("club"))) this.club.selectedIndex = clubs.indexOf(asked.get("club"));
      if (this.check) this.check.checked = asked.has("played");
      if (this.hasTabs) this.open(this.parts[0]);
      if (["q", "club", "played"].some((each) => asked.get(each))) this.find();
      this.follow();
    }

    follow() {
      const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
      const part = target && this.parts.find((each) => each.place.contains(target));
      if (!part || !this.hasTabs) return;
      this.open(part);
      target.scrollIntoView();
    }

    open(part) {
      this.current = part;
      if (this.hasTabs) for (const each of this.parts) each.isCurrent = each === part;
    }

    get asked() {
      const chosen = this.club?.selectedIndex > 0 ? this.club.selectedOptions[0] : null;
      return {
        words: wordsOf(this.input?.value ?? ""),
        club: chosen ? chosen.value || chosen.text : "",
        hasPlayed: Boolean(this.check?.checked),
      };
    }

    find() {
      const asked = this.asked;
      for (const each of this.parts) each.find(asked);
      const found = this.parts.reduce((sum, each) => sum + each.found, 0);
      if (this.hasTabs && found && !this.current.found) this.open(this.parts.find((each) => each.found));
      const isAsked = asked.words.length || asked.club || asked.hasPlayed;
      clearTimeout(this.timer); // said, and kept, when one has done typing
      this.timer = setTimeout(() => this.keep(isAsked ? `${this.form.dataset.found} ${found}` : ""), 250);
    }

    keep(told = this.status.textContent) {
      this.status.textContent = told;
      const { club, hasPlayed } = this.asked;
      const asked = { q: this.input?.value.trim(), club, played: hasPlayed ? "1" : "" };
      const kept = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
      const tab = this.hasTabs && this.current !== this.parts[0] ? this.current.tab.hash : "";
      const query = String(kept) && `?${kept}`;
      try {
        history.replaceState(null, "", `${window.location.pathname}${query}${tab}`);
      } catch {
        // Some browsers keep nothing in the address of a file.
      }
    }
  }

  /** The points of the line are days since the first and points below the top of the axis (chart.py). */
  class RatingChart extends HTMLElement {
    connectedCallback() {
      this.line = this.querySelector("polyline");
      if (!this.line || this.slider) return;
      this.points = this.line
        .getAttribute("points")
        .split(" ")
        .map((each) => each.split(",").map(Number));
      this.addReadOut();
      const chart = this.querySelector("svg");
      chart.addEventListener("pointermove", (event) => this.readAt(event));
      chart.addEventListener("pointerdown", (event) => this.readAt(event));
    }

    addReadOut() {
      const title = this.closest("figure")?.querySelector("figcaption")?.textContent.trim();
      const label = [title, this.dataset.label].filter(Boolean).join(": ");
      const last = this.points.length - 1;
      this.slider = made("input", { type: "range", max: last, "aria-label": label });
      this.slider.value = last;
      this.output = made("output");
      this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
      this.append(this.slider, this.output);
      this.show(last);
    }

    readAt(event) {
      const edges = this.line.getBoundingClientRect();
      const day = ((event.clientX - edges.left) / edges.width) * this.points.at(-1)[0];
      const distance = (index) => Math.abs(this.points[index][0] - day);
      const nearest = [...this.points.keys()].reduce((best, index) =>
        distance(index) < distance(best) ? index : best,
      );
      this.slider.value = nearest;
      this.show(nearest);
    }

    show(index) {
      const [day, below] = this.points[index];
      const plot = this.line.ownerSVGElement;
      const { x, y, width, height } = plot;
      const { width: span, height: range } = plot.viewBox.baseVal;
      const dot = plot.parentNode.querySelector("circle");
      dot.setAttribute("cx", x.baseVal.value + (day / span) * width.baseVal.value);
      dot.setAttribute("cy", y.baseVal.value + (below / range) * height.baseVal.value);
      const date = new Date(Date.parse(plot.dataset.first) + day * 86400000);
      const style = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" };
      const figure = Math.round(Number(plot.dataset.high) - below);
      const value = "rank" in plot.dataset ? -figure : figure; // a rank is drawn below zero
      const written = String(value).replace("-", "\u2212");
      this.output.textContent = `${date.toLocaleDateString(locale, style)}: ${written}`;
      this.slider.setAttribute("aria-valuetext", this.output.textContent);
    }
  }

  window.sitegen = { FROM_DISK, collator, folded, locale, made, read, toPages, wordsOf };
  customElements.define("ranking-table", RankingTable);
  customElements.define("rating-chart", RatingChart);
  if (FROM_DISK) toPages(document);
  const form = document.querySelector("main form.find[role=search]");
  if (form) new Finder(form);

  // On a phone the rankings stand on one line: the one that the page belongs to is brought into view.
  const current = document.querySelector(".site ul [aria-current]");
  if (current) {
    const line = current.closest("ul");
    line.scrollLeft = current.offsetLeft - line.offsetLeft - (line.clientWidth - current.offsetWidth) / 2;
  }
})();
