// Every table calculated again by the engine, and compared by it with what is published: this only fetches, asks
// and shows. What it says stands in the page, in the language of that.
"use strict";

(() => {
  const { Engine, canCalculate, keep, loadedOf, locale, made } = window.sitegen;
  const HEAD = /^# commit ([0-9a-f]+)$/mu;
  const counted = new Intl.PluralRules(locale);

  /** The text of a published file, to the byte; null where there is none. */
  async function published(address) {
    try {
      const answer = await fetch(address, { cache: "no-cache" });
      return answer.ok ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer()) : null;
    } catch {
      return null;
    }
  }

  class CheckSite extends HTMLElement {
    connectedCallback() {
      if (!canCalculate) return;
      this.status = this.querySelector("[role=status]");
      this.button = this.querySelector("button");
      this.going = this.querySelector(".going");
      this.differing = this.querySelector(".differing");
      this.querySelector(".without").hidden = true;
      this.querySelector(".asking").hidden = false;
      this.button.addEventListener("click", () => this.isBusy || this.check());
    }

    async check() {
      this.begin();
      this.showCommit();
      await keep(this.dataset.offline);
      const engine = new Engine(this.dataset.worker, (progress) => this.load(progress));
      try {
        for (const part of this.parts) await this.compare(engine, part);
      } finally {
        engine.worker.terminate(); // and with it all that it holds
        this.end();
      }
    }

    begin() {
      this.isBusy = true;
      this.isLoading = true;
      this.told = { rankings: 0, tables: 0, figures: 0, differences: 0 };
      this.left = 0;
      this.parts = [...this.querySelectorAll("[data-ranking]")];
      this.rows = [...this.querySelectorAll("[data-table]")];
      this.button.setAttribute("aria-disabled", "true"); // a button that is disabled loses the focus
      this.going.hidden = false;
      this.differing.hidden = true;
      this.differing.querySelector("tbody").replaceChildren();
      for (const each of this.querySelectorAll(".tables [hidden]")) each.hidden = false;
      for (const { cells } of this.rows) for (const cell of [cells[1], cells[2]]) cell.replaceChildren();
      this.status.textContent = this.dataset.loading;
      this.load({ loaded: 0 });
    }

    end() {
      const { same, differs, left, failed } = this.dataset;
      const said = this.told.tables ? this.filled(this.told.differences ? differs : same, this.counts) : failed;
      const rest = this.left && this.told.tables ? [this.filled(left, { tables: this.count("tables", this.left) })] : [];
      this.status.replaceChildren(made("b", { class: this.told.differences || this.left ? "lost" : "won" }, [said, ...rest].join(" ")));
      this.going.hidden = true;
      this.button.removeAttribute("aria-disabled");
      this.isBusy = false;
    }

    /** The commit that what is published was made from, which stands at the head of the digests. */
    async showCommit() {
      const place = this.querySelector(".commit");
      try {
        const answer = await fetch(`${this.dataset.base}SHA256SUMS`);
        const reader = answer.body.getReader();
        const { value } = await reader.read();
        reader.cancel();
        const commit = HEAD.exec(new TextDecoder().decode(value))?.[1];
        if (!commit || !answer.ok) return;
        const short = made("code", {}, commit.slice(0, 10));
        const { sources } = place.dataset;
        place.querySelector("dd").replaceChildren(sources ? made("a", { href: sources + commit }, short) : short);
        place.hidden = false;
      } catch {
        // it stands in that file
      }
    }

    /** The bytes of the program that have come, as long as it is loaded; then it is tables that are counted. */
    load({ loaded }) {
      if (!this.isLoading) return;
      const [total, come, said] = loadedOf(loaded, this.dataset);
      this.move(come, total, said);
    }

    move(value, most, said) {
      const bar = this.going.querySelector("progress");
      bar.max = most;
      bar.value = value;
      this.going.querySelector("small").textContent = said;
    }

    async compare(engine, part) {
      const { ranking, title } = part.dataset;
      const rows = new Map([...part.querySelectorAll("[data-table]")].map((row) => [row.dataset.table, row]));
      const texts = new Map([...rows.keys()].map((name) => [name, published(`${this.dataset.base}${ranking}/${name}.csv`)]));
      if (!this.isLoading) this.status.textContent = this.filled(this.dataset.calculating, { ranking: title });
      try {
        const names = await engine.ask({ ask: "tables", ranking });
        this.isLoading = false;
        this.told.rankings += 1;
        for (const name of new Set([...names, ...rows.keys()])) {
          const text = await (texts.get(name) ?? published(`${this.dataset.base}${ranking}/${name}.csv`));
          const row = rows.get(name) ?? this.added(part, name);
          const found = text === null ? null : await engine.ask({ ask: "compare", ranking, table: name, published: text });
          this.show(row, found, `${ranking}/${name}.csv`);
          rows.delete(name);
        }
      } catch (error) {
        const left = [...rows.values()];
        for (const row of left) this.leave(row, row === left[0] ? error.message : "");
      }
    }

    /** A row for a table that is calculated, and that the page does not know. */
    added(part, name) {
      const row = made("tr", {}, made("td", {}, made("code", {}, `${name}.csv`)), made("td", { class: "n" }), made("td"));
      part.append(row);
      this.rows.push(row);
      return row;
    }

    show(row, found, of) {
      const [, figures, result] = row.cells;
      if (found === null) {
        this.told.differences += 1;
        result.replaceChildren(made("b", { class: "lost" }, `✗ ${this.dataset.unpublished}`));
      } else {
        this.told.figures += found.figures;
        this.told.differences += found.differs;
        figures.textContent = found.figures.toLocaleString(locale);
        const said = found.differs ? ["lost", `✗ ${this.count("differences", found.differs)}`] : ["won", `✓ ${this.dataset.alike}`];
        result.replaceChildren(made("b", { class: said[0] }, said[1]));
        this.tell(found.cells, of);
      }
      this.told.tables += 1;
      this.step();
    }

    /** A table that could not be calculated: why stands beside the first of them. */
    leave(row, why) {
      row.cells[2].replaceChildren(this.dataset.uncalculated, " ", made("small", {}, why));
      this.left += 1;
      this.step();
    }

    step() {
      const done = this.told.tables + this.left;
      this.move(done, this.rows.length, `${done} / ${this.count("tables", this.rows.length)}`);
    }

    /** The first cells of a table that differ. */
    tell(cells, of) {
      if (!cells.length) return;
      const rows = cells.map(({ row, of: who, column, published: was, calculated }) => {
        const told = [who ? `${row} (${who})` : String(row), column, was, calculated].map((each) => made("td", {}, each || "–"));
        return made("tr", {}, made("td", {}, made("code", {}, of)), ...told);
      });
      this.differing.querySelector("tbody").append(...rows);
      this.differing.hidden = false;
    }

    get counts() {
      return Object.fromEntries(Object.entries(this.told).map(([name, number]) => [name, this.count(name, number)]));
    }

    count(name, number) {
      const [one, many] = this.dataset[name].split("|");
      return (counted.select(number) === "one" ? one : many).replace("{number}", number.toLocaleString(locale));
    }

    filled(text, named) {
      return text.replace(/\{(\w+)\}/gu, (whole, name) => named[name] ?? whole);
    }
  }

  customElements.define("check-site", CheckSite);
})();
