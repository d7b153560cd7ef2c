// Who won what between two days that somebody picks: the engine is asked, and its answer shown as it is.
"use strict";

(() => {
  const { Engine, canCalculate, keep, loadedOf, made } = window.sitegen;
  const ORDERS = { rank: "rank", number: "number", signed: "number" }; // by which a column is sorted
  const KINDS = { rank: "r", number: "n", signed: "n" }; // what the style sheet knows of its cells
  const SIGNS = { "+": " up", "\u2212": " down" };

  class TwoDays extends HTMLElement {
    connectedCallback() {
      if (!canCalculate) return;
      this.form = this.querySelector("form");
      this.button = this.form.querySelector("button");
      this.going = this.form.querySelector(".going");
      this.status = this.querySelector("[role=status]");
      this.found = this.querySelector(".found");
      this.asked = 0;
      this.querySelector(".without").hidden = true;
      this.form.hidden = false;
      this.form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.ask();
      });
      this.form.addEventListener("change", () => this.engine && this.form.checkValidity() && this.ask());
    }

    /** Ask for the days that are picked; only the answer to the latest question is shown. */
    async ask() {
      this.asked += 1;
      const { asked } = this;
      const [first, latest] = [this.form.elements.from.value, this.form.elements.through.value].sort();
      const { ranking } = this.dataset;
      this.found.setAttribute("aria-busy", "true");
      this.engine ??= this.start();
      const engine = await this.engine;
      try {
        const answer = await engine.ask({ ask: "risers", ranking, first, latest, language: document.documentElement.lang });
        if (asked === this.asked) this.show(answer);
      } catch {
        engine.worker.terminate();
        this.engine = undefined; // the network may be back the next time
        if (asked === this.asked) this.status.textContent = this.dataset.failed;
      }
      if (asked === this.asked) this.found.removeAttribute("aria-busy");
      this.going.hidden = true;
    }

    /** The engine, started by the first question and kept for the next. */
    async start() {
      this.going.hidden = false;
      this.status.textContent = this.dataset.loading;
      this.load({ loaded: 0 });
      await keep(this.dataset.offline);
      return new Engine(this.dataset.worker, (progress) => this.load(progress));
    }

    load({ loaded }) {
      const bar = this.going.querySelector("progress");
      [bar.max, bar.value, this.going.querySelector("small").textContent] = loadedOf(loaded, this.dataset);
    }

    show({ columns, rows, pages }) {
      const head = made("tr", {}, ...columns.map((each) => this.head(each)));
      const body = rows.map((cells, at) => made("tr", {}, ...cells.map((text, place) => this.cell(text, columns[place], pages[at]))));
      const table = made("table", { class: "plain", "aria-labelledby": "between" }, made("thead", {}, head), made("tbody", {}, ...body));
      const frame = made("div", { class: "scroll", role: "region", tabindex: "0", "aria-labelledby": "between" }, table);
      this.found.replaceChildren(...(rows.length ? [made("ranking-table", {}, frame)] : []));
      this.status.textContent = `${this.dataset.found} ${rows.length}`;
    }

    head({ label, doc, style }) {
      const order = ORDERS[style];
      const text = doc && style !== "player" ? made("abbr", { title: doc }, label) : label;
      return made("th", { scope: "col", ...(order && { "data-sort": order, class: KINDS[style] }) }, text);
    }

    cell(text, { style }, page) {
      if (style === "player") {
        const name = page ? made("a", { href: `${this.dataset.players}${encodeURIComponent(page)}/` }, text) : text;
        return made("th", { scope: "row" }, name);
      }
      const sign = style === "signed" ? (SIGNS[text[0]] ?? "") : "";
      return made("td", { class: `${KINDS[style] ?? "w"}${sign}` }, text);
    }
  }

  customElements.define("two-days", TwoDays);
})();
