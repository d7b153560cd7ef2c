// Every data file calculated again by the engine, and compared with what is published: by its digest, and where
// that differs, cell by cell by the engine. What this says stands in the page, in the language of that.
"use strict";

(() => {
  const { Engine, canCalculate, fetched, keep, loadedOf, locale, made, whyNot } = window.sitegen;
  const CALCULATING = 300_000; // milliseconds for a ranking, on the slowest phone
  const AHEAD = 32; // files that are fetched while others are compared
  const LISTS = "lists/";
  const HEAD = /^# commit ([0-9a-f]+)$/mu;
  const counted = new Intl.PluralRules(locale);

  /** The bytes of a published file, and their digest; null where there is none, undefined where it did not come. */
  async function published(address) {
    try {
      const answer = await fetched(address, { cache: "no-cache" });
      if (!answer.ok) return null;
      const bytes = await answer.arrayBuffer();
      return { bytes, digest: await digestOf(bytes) };
    } catch {
      return undefined;
    }
  }

  /** The digest of bytes as the engine writes it; "" where a page is not served safely, which may make none. */
  async function digestOf(bytes) {
    const digest = await window.crypto.subtle?.digest("SHA-256", bytes);
    return digest ? Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("") : "";
  }

  /** A row, with what has been found in its files so far. */
  const fresh = (row) => ({ row, done: 0, unpublished: 0, unfetched: 0, differences: 0, figures: 0 });

  class CheckSite extends HTMLElement {
    connectedCallback() {
      if (!canCalculate) return;
      this.status = this.querySelector("[role=status]");
      this.button = this.querySelector("button");
      this.stop = this.querySelector("[name=stop]");
      this.going = this.querySelector(".going");
      this.differing = this.querySelector(".differing");
      this.querySelector(".without").hidden = true;
      this.querySelector(".asking").hidden = false;
      this.button.addEventListener("click", () => this.isBusy || this.check());
      this.stop.addEventListener("click", () => {
        this.isStopped = true;
        this.engine?.end();
      });
    }

    async check() {
      this.begin();
      this.showCommit();
      await keep(this.dataset.offline);
      let calculated = this.calculate(this.parts[0]);
      for (const [at, part] of this.parts.entries()) {
        const answered = await calculated;
        if (this.parts[at + 1]) calculated = this.calculate(this.parts[at + 1]); // while the files of this one come
        await this.compare(part, answered);
      }
      this.engine.end();
      this.end();
    }

    /** The digests of what a ranking publishes as it is calculated again, or why there are none. */
    async calculate({ dataset: { ranking, title } }) {
      if (this.isAnew) this.engine = new Engine(this.dataset.worker, (progress) => this.load(progress));
      if (this.isStopped) this.engine.end();
      if (!this.isLoading) this.status.textContent = this.filled(this.dataset.calculating, { ranking: title });
      try {
        const files = await this.engine.ask({ ask: "digests", ranking }, CALCULATING);
        this.isLoading = false;
        return { files };
      } catch (error) {
        return { error };
      }
    }

    /** At first, and where one ranking took too long, which ends what calculates: others may be quick. */
    get isAnew() {
      return !this.engine || this.engine.failed?.kind === "TooSlow";
    }

    begin() {
      this.isBusy = true;
      this.isLoading = true;
      this.isStopped = false;
      this.engine = null;
      this.why = "";
      this.totals = { rankings: 0, files: 0, figures: 0, differences: 0 };
      this.uncompared = 0;
      this.parts = [...this.querySelectorAll("[data-ranking]")];
      this.most = this.parts.reduce((sum, { dataset }) => sum + Number(dataset.number), 0);
      this.button.setAttribute("aria-disabled", "true"); // a button that is disabled loses the focus
      this.going.hidden = false;
      this.differing.hidden = true;
      this.differing.querySelector("tbody").replaceChildren();
      for (const each of this.querySelectorAll(".tables [hidden]")) each.hidden = false;
      for (const { cells } of this.querySelectorAll("[data-stem]")) for (const cell of [cells[1], cells[2]]) cell.replaceChildren();
      this.status.textContent = this.dataset.loading;
      this.load({ loaded: 0 });
    }

    end() {
      const { same, differs, left, failed } = this.dataset;
      const said = this.totals.files ? this.filled(this.totals.differences ? differs : same, this.counts) : failed;
      const rest = this.uncompared && this.totals.files ? [this.filled(left, { files: this.count("files", this.uncompared) })] : [];
      this.status.replaceChildren(made("b", { class: this.totals.differences || this.uncompared ? "lost" : "won" }, [said, ...rest].join(" ")), " ", this.why);
      this.going.hidden = true;
      this.button.removeAttribute("aria-disabled");
      this.isBusy = false;
    }

    /** The commit that what is published was made from, which stands at the head of the digests. */
    async showCommit() {
      const place = this.querySelector(".commit");
      try {
        const answer = await fetched(`${this.dataset.base}SHA256SUMS`);
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

    /** The bytes of the program that have come, as long as it is loaded; then it is files that are counted. */
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

    async compare(part, { files, error: failure }) {
      const { ranking } = part.dataset;
      const rows = new Map([...part.querySelectorAll("[data-stem]")].map((row) => [row.dataset.stem, fresh(row)]));
      try {
        if (failure) throw failure;
        this.totals.rankings += 1;
        const unknown = [...rows.keys()].filter((stem) => stem !== LISTS && !(`${stem}.csv` in files));
        const every = [...Object.keys(files), ...unknown.map((stem) => `${stem}.csv`)];
        const fetches = [];
        for (const [at, path] of every.entries()) {
          while (fetches.length < Math.min(every.length, at + AHEAD)) fetches.push(published(`${this.dataset.base}${ranking}/${every[fetches.length]}`));
          const file = await fetches[at];
          fetches[at] = null;
          const found = file && (await this.found(ranking, path, file, files[path]));
          const stem = path.startsWith(LISTS) ? LISTS : path.replace(/\.\w+$/u, "");
          if (!rows.has(stem)) rows.set(stem, fresh(this.added(part, stem)));
          this.show(rows.get(stem), found, path, `${ranking}/${path}`);
        }
      } catch (error) {
        this.leave(part, [...rows.values()], whyNot(error, this));
      }
    }

    /** How a published file differs from what was calculated; a file that was not calculated has no figures. */
    async found(ranking, path, { bytes, digest }, { digest: calculated, figures } = { figures: 0 }) {
      if (digest && digest === calculated) return { figures, differences: 0, cells: [] };
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
      return { figures, ...(await this.engine.ask({ ask: "compare", ranking, path, published: text })) };
    }

    /** A row for a table that is calculated, and that the page does not know. */
    added(part, stem) {
      const row = made("tr", { "data-stem": stem }, made("td", {}, made("code", {}, stem)), made("td", { class: "n" }), made("td"));
      part.append(row);
      return row;
    }

    /** What was found in a file, with what was found in those before it in the same row. */
    show(known, found, path, of) {
      const [, figures, result] = known.row.cells;
      const { alike, unpublished, unfetched } = this.dataset;
      known.done += 1;
      if (found === undefined) {
        known.unfetched += 1;
        this.uncompared += 1;
      } else {
        known.unpublished += found === null;
        known.differences += found?.differences ?? 1;
        this.totals.files += 1;
        this.totals.differences += found?.differences ?? 1;
      }
      if (path.endsWith(".csv") && found) {
        known.figures += found.figures; // its JSON has the same
        this.totals.figures += found.figures;
      }
      figures.textContent = String(known.figures);
      const lost = [
        ...(known.differences > known.unpublished ? [this.count("differences", known.differences - known.unpublished)] : []),
        ...(known.unpublished ? [`${unpublished}: ${this.count("files", known.unpublished)}`] : []),
        ...(known.unfetched ? [`${unfetched}: ${this.count("files", known.unfetched)}`] : []),
      ];
      result.replaceChildren(made("b", { class: lost.length ? "lost" : "won" }, lost.length ? `✗ ${lost.join(", ")}` : `✓ ${alike}`));
      this.tell(found?.cells ?? [], of);
      this.step();
    }

    /** A ranking that could not be calculated, or not to the end: why stands beside the first file of which it is so. */
    leave(part, rows, why) {
      const rest = rows.filter(({ row, done }) => done < Number(row.dataset.number));
      for (const { row } of rest) row.cells[2].replaceChildren(this.dataset.uncalculated, " ", made("small", {}, row === rest[0].row ? why : ""));
      this.why = why;
      this.uncompared += Number(part.dataset.number) - rows.reduce((sum, { done }) => sum + done, 0);
      this.step();
    }

    step() {
      const done = this.totals.files + this.uncompared;
      this.move(done, this.most, `${done} / ${this.count("files", this.most)}`);
    }

    /** The first cells of a file that differ. */
    tell(cells, of) {
      if (!cells.length) return;
      const rows = cells.map(({ row, player, column, published: was, calculated }) => {
        const told = [player ? `${row} (${player})` : String(row), column, was, calculated].map((each) => made("td", {}, each || "–"));
        return made("tr", {}, made("td", {}, made("code", {}, of)), ...told);
      });
      this.differing.querySelector("tbody").append(...rows);
      this.differing.hidden = false;
    }

    get counts() {
      return Object.fromEntries(Object.entries(this.totals).map(([name, number]) => [name, this.count(name, number)]));
    }

    count(name, number) {
      const [one, many] = this.dataset[name].split("|");
      return (counted.select(number) === "one" ? one : many).replace("{number}", number);
    }

    filled(text, named) {
      return text.replace(/\{(\w+)\}/gu, (whole, name) => named[name] ?? whole);
    }
  }

  customElements.define("check-site", CheckSite);
})();
