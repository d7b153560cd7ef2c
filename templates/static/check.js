// Every data file calculated again by the engine, and compared with what is published: by its digest, and where
// that differs, cell by cell by the engine. What this says stands in the page, in the language of that.
"use strict";

(() => {
  const { Engine, canCalculate, fetched, keep, loadedOf, locale, made, whyNot } = window.sitegen;
  const CALCULATING = 300_000; // milliseconds for a ranking, on the slowest phone
  const AT_ONCE = 32; // files that are fetched
  const LISTS = "lists/";
  const COMMIT = /^# commit ([0-9a-f]+)$/mu;
  const TABLE = /^[0-9a-f]{64} {2}(([^/\s]+(?:\/[^/\s]+)?)\/(?:[^/\s]+\.(?:csv|json)|lists\/[^/\s]+\/[^/\s]+\.csv))$/gmu; // and its ranking
  const counted = new Intl.PluralRules(locale);

  /** The published files of a site: each is fetched once for its digest, many while the engine is busy. */
  class PublishedFiles {
    constructor(base) {
      Object.assign(this, { base, digests: new Map(), isEnded: false });
    }

    /** Fetch these, so many at once. */
    fetchAll(paths) {
      const waiting = paths.values();
      const fetchSome = async () => {
        for (const path of waiting) {
          if (this.isEnded) return;
          await this.digest(path);
        }
      };
      for (let place = 0; place < AT_ONCE; place += 1) fetchSome();
    }

    /** The digest of a file; null where there is no such file, undefined where it did not come. */
    digest(path) {
      if (!this.digests.has(path)) this.digests.set(path, this.read(path, digestOf));
      return this.digests.get(path);
    }

    /** What is made of the bytes of a file. */
    async read(path, make) {
      try {
        const answer = await fetched(this.base + path, { cache: "no-cache", priority: "low" }); // the engine goes first
        return answer.ok ? await make(await answer.arrayBuffer()) : null;
      } catch {
        return undefined;
      }
    }
  }

  /** The digest of bytes as the engine writes it; "" where a page is not served safely, which may make none. */
  async function digestOf(bytes) {
    const digest = await window.crypto.subtle?.digest("SHA-256", bytes);
    return digest ? Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("") : "";
  }

  /** Bytes as text; a byte order mark is a difference. */
  const textOf = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

  /** A row, with what has been found in its files so far. */
  const fresh = (row) => ({ row, done: 0, unpublished: 0, unfetched: 0, differences: 0, figures: 0 });

  class CheckSite extends HTMLElement {
    connectedCallback() {
      if (!canCalculate) return this.setAttribute("asked", "");
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
        this.files.isEnded = true;
        this.engine?.end();
      });
    }

    async check() {
      this.begin();
      await keep(this.dataset.offline);
      this.readDigests();
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
      this.setAttribute("asked", "");
      this.isLoading = true;
      this.isStopped = false;
      this.engine = null;
      this.files = new PublishedFiles(this.dataset.base);
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
      this.files.isEnded = true;
      const said = this.totals.files ? this.filled(this.totals.differences ? differs : same, this.counts) : failed;
      const rest = this.uncompared && this.totals.files ? [this.filled(left, { files: this.count("files", this.uncompared) })] : [];
      this.status.replaceChildren(made("b", { class: this.totals.differences || this.uncompared ? "lost" : "won" }, [said, ...rest].join(" ")), " ", this.why);
      this.going.hidden = true;
      this.button.removeAttribute("aria-disabled");
      this.isBusy = false;
    }

    /** Read the file of digests: at its head is the commit, and which files there are can be fetched at once. */
    async readDigests() {
      const text = await this.files.read("SHA256SUMS", textOf);
      if (!text) return;
      this.showCommit(COMMIT.exec(text)?.[1]);
      const rankings = this.parts.map(({ dataset }) => dataset.ranking);
      const tables = [...text.matchAll(TABLE)].map(([, path, ranking]) => ({ path, at: rankings.indexOf(ranking) }));
      const first = tables.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at);
      this.files.fetchAll(first.map(({ path }) => path));
    }

    /** The commit that what is published was made from. */
    showCommit(commit) {
      if (!commit) return;
      const place = this.querySelector(".commit");
      const short = made("code", {}, commit.slice(0, 10));
      const { sources } = place.dataset;
      place.querySelector("dd").replaceChildren(sources ? made("a", { href: sources + commit }, short) : short);
      place.hidden = false;
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
        this.files.fetchAll(every.map((path) => `${ranking}/${path}`));
        for (const path of every) {
          if (this.isStopped) throw this.engine.failed;
          const found = await this.found(ranking, path, files[path]);
          const stem = path.startsWith(LISTS) ? LISTS : path.replace(/\.\w+$/u, "");
          if (!rows.has(stem)) rows.set(stem, fresh(this.added(part, stem)));
          this.show(rows.get(stem), found, path, `${ranking}/${path}`);
        }
      } catch (error) {
        this.leave(part, [...rows.values()], whyNot(error, this));
      }
    }

    /** How a published file differs from what was calculated; a file that was not calculated has no figures. */
    async found(ranking, path, { digest: calculated, figures } = { figures: 0 }) {
      const digest = await this.files.digest(`${ranking}/${path}`);
      if (digest && digest === calculated) return { figures, differences: 0, cells: [] };
      const published = typeof digest === "string" ? await this.files.read(`${ranking}/${path}`, textOf) : digest;
      return typeof published === "string" ? { figures, ...(await this.engine.ask({ ask: "compare", ranking, path, published })) } : published;
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
