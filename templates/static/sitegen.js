// What scripts add to pages that are complete without them: sorting, filtering and reading off a chart.
"use strict";

(() => {
  const language = document.documentElement.lang || "en";
  const locale = language === "en" ? "en-GB" : language; // the day before the month, as in the pages
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  const MARKS = /\p{M}/gu;
  const LETTERS = { æ: "ae", đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ø: "o", œ: "oe", ß: "ss", þ: "th" };

  /** The text without accents and capitals; some letters carry theirs inside. */
  const folded = (text) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(MARKS, "")
      .replace(/[æđðħıłøœßþ]/gu, (letter) => LETTERS[letter]);

  /** The number that a cell shows, null when it shows none; places won go up, places lost down. */
  function numberIn(text, decimal) {
    if (text === "=") return 0;
    const plain = text
      .replace("▲", "")
      .replace(/[▼\u2212]/u, "-")
      .replace(/\s/gu, "")
      .replace(decimal, ".");
    const number = Number(plain);
    return plain === "" || Number.isNaN(number) ? null : number;
  }

  /** What a cell is sorted by: its day, its number or its text; null when there is nothing in it. */
  function sortKey(cell, isNumber, decimal) {
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
      if (!this.table || this.ready) return;
      this.ready = true;
      this.heads = [...this.table.tHead.rows[0].cells];
      this.heads.forEach((head, column) => this.makeSortable(head, column));
      if (this.dataset.filter && this.rows.length > 8) this.addFilter();
    }

    /** The rows below the head, of all bodies; a table whose rows are set apart has several. */
    get rows() {
      return [...this.table.tBodies].flatMap((body) => [...body.rows]);
    }

    makeSortable(head, column) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => this.sort(head, column));
    }

    /** Numbers begin with the highest, ranks and words with the first; a second time turns the order. */
    sort(head, column) {
      const first = head.dataset.sort === "number" ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = head.getAttribute("aria-sort") === first ? other : first;
      this.heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      const direction = order === "ascending" ? 1 : -1;
      const key = (row) => sortKey(row.cells[column], "sort" in head.dataset, this.dataset.decimal);
      const keyed = this.rows.map((row) => [key(row), row]);
      keyed.sort((one, two) => compare(one[0], two[0], direction));
      const [body, ...others] = this.table.tBodies; // in another order nothing is set apart
      body.append(...keyed.map(([, row]) => row));
      others.forEach((each) => each.remove());
    }

    addFilter() {
      const input = document.createElement("input");
      const status = document.createElement("span");
      const box = document.createElement("div");
      input.type = "search";
      input.placeholder = this.dataset.filter;
      input.setAttribute("aria-label", this.dataset.filter);
      status.setAttribute("role", "status");
      box.className = "filter";
      box.append(input, status);
      this.prepend(box);
      const rows = this.rows.map((row) => [folded(row.textContent), row]);
      input.addEventListener("input", () => {
        const words = folded(input.value).split(/\s+/u);
        for (const [text, row] of rows) row.hidden = !words.every((word) => text.includes(word));
        const found = rows.filter(([, row]) => !row.hidden).length;
        status.textContent = input.value ? `${this.dataset.found} ${found}` : "";
      });
    }
  }

  /** The steps of the line are days since the first and points below the top of the axis (chart.py). */
  class RatingChart extends HTMLElement {
    connectedCallback() {
      this.line = this.querySelector(".line");
      if (!this.line || this.slider) return;
      const steps = this.line.getAttribute("d").matchAll(/[MH](\d+)[ V]([\d.-]+)/gu);
      this.points = [...steps].map(([, day, below]) => [Number(day), Number(below)]);
      this.addReadOut();
      const chart = this.querySelector("svg");
      chart.addEventListener("pointermove", (event) => this.readAt(event));
      chart.addEventListener("pointerdown", (event) => this.readAt(event));
    }

    addReadOut() {
      this.slider = document.createElement("input");
      this.output = document.createElement("output");
      this.slider.type = "range";
      this.slider.max = this.points.length - 1;
      this.slider.value = this.slider.max;
      this.slider.setAttribute("aria-label", this.dataset.label);
      this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
      this.append(this.slider, this.output);
      this.show(this.points.length - 1);
    }

    readAt(event) {
      const edges = this.line.getBoundingClientRect();
      const [first, last] = [this.points[0][0], this.line.ownerSVGElement.viewBox.baseVal.width];
      const day = first + ((event.clientX - edges.left) / edges.width) * (last - first);
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
      const dot = plot.parentNode.querySelector(".end");
      dot.setAttribute("cx", x.baseVal.value + (day / span) * width.baseVal.value);
      dot.setAttribute("cy", y.baseVal.value + (below / range) * height.baseVal.value);
      const date = new Date(Date.parse(plot.dataset.first) + day * 86400000);
      const style = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" };
      const figure = Number(plot.dataset.high) - below;
      const shown = "rank" in plot.dataset ? -figure : figure; // a rank is drawn below zero
      const value = shown.toFixed(Number(plot.dataset.decimals));
      const written = value.replace("-", "\u2212").replace(".", this.dataset.decimal);
      this.output.textContent = `${date.toLocaleDateString(locale, style)}: ${written}`;
      this.slider.setAttribute("aria-valuetext", this.output.textContent);
    }
  }

  customElements.define("ranking-table", RankingTable);
  customElements.define("rating-chart", RatingChart);

  // On a phone the rankings stand on one line: the one that the page belongs to is brought into view.
  const current = document.querySelector(".site ul [aria-current]");
  if (current) {
    const line = current.closest("ul");
    line.scrollLeft = current.offsetLeft - line.offsetLeft - (line.clientWidth - current.offsetWidth) / 2;
  }
})();
