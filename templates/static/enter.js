// A grid of what is entered, kept in the browser, and the files that come of it; what reads the files of the site
// answers at every change, where the site calculates in the browser. Nothing here knows what a cell may mean.
"use strict";

(() => {
  const { folded, made } = window.sitegen;
  const LONGEST = 7000; // characters of an address that GitHub takes
  const PAUSE = 400; // milliseconds without a key before it is asked what is right
  const DAY = /^\d{4}-\d{2}-\d{2}$/u;
  const PATTERNS = { whole: "\\s*[+\\-]?[0-9]+\\s*", number: "\\s*[+\\-\u2212]?[0-9]*[.,]?[0-9]+\\s*%?\\s*" };
  const slug = (text) =>
    folded(text)
      .replace(/[^a-z0-9]+/gu, "-")
      .replace(/^-+|-+$/gu, "")
      .slice(0, 40);
  const plain = (text) => text.replace(/[\r\n\t]+/gu, " ");
  const filled = (text, values) => text.replace(/\{(\w+)\}/gu, (_, name) => values[name]);

  /** A cell as it stands in a file; one that could be taken for a comment or a part of two is quoted. */
  const quoted = (cell) => (/[",;\t#\r\n]|^\s|\s$/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

  /** What is entered, as the browser keeps it: read anew before each change, so that no window overwrites another. */
  class Draft {
    constructor(key) {
      this.key = key;
      this.isKept = true;
      this.now = { rows: [], club: "", sent: {}, begun: 0 };
      this.read();
    }

    read() {
      try {
        const kept = JSON.parse(window.localStorage.getItem(this.key));
        if (kept && Array.isArray(kept.rows)) this.now = { sent: {}, club: "", begun: 0, ...kept };
      } catch {
        this.isKept = false;
      }
      return this.now;
    }

    change(how) {
      how(this.read());
      this.now.begun ||= Date.now();
      try {
        window.localStorage.setItem(this.key, JSON.stringify(this.now));
      } catch {
        this.isKept = false;
      }
    }

    row(id) {
      return this.now.rows.find((each) => each.id === id);
    }
  }

  /** A table as the page declares it. */
  function declared(list) {
    const columns = [...list.querySelectorAll("dt")].map(({ dataset, textContent }) => ({
      ...dataset,
      label: textContent,
      choices: dataset.choices ? dataset.choices.split("|") : dataset.kind === "yes" ? ["yes", "no"] : [],
      isRequired: "required" in dataset,
      isNeeded: "needed" in dataset,
      isWanted: "wanted" in dataset,
    }));
    const last = columns.findLast(({ key, isRequired }) => key !== undefined && isRequired);
    const own = columns.findIndex((each) => each === last || !["date", "whole", "text"].includes(each.kind) || each.choices.length);
    columns.forEach((each, at) => {
      each.goesOn = (own < 0 || at < own) && each.isRequired;
      each.goesOn ||= each !== last && each.kind === "whole" && each.isRequired;
    });
    return { name: list.dataset.table, columns };
  }

  class EnterResults extends HTMLElement {
    connectedCallback() {
      const { ranking, base } = this.dataset;
      const texts = this.querySelector("template").content.querySelectorAll("[data-text]");
      this.texts = Object.fromEntries([...texts].map(({ dataset, textContent }) => [dataset.text, textContent]));
      this.tables = new Map([...this.querySelectorAll("dl[data-table]")].map((list) => [list.dataset.table, declared(list)]));
      this.form = this.querySelector("form");
      this.body = this.form.querySelector("tbody");
      this.status = this.form.querySelector("[role=status]");
      this.progress = this.form.querySelector("progress");
      this.others = this.form.querySelector("ul.wrong");
      this.draft = new Draft(`sitegen-enter:${new URL(base, window.location).pathname}${ranking}`);
      this.isLive = "engine" in this.dataset && "Worker" in window;
      this.asked = 0;
      this.said = [];
      this.learn();
      this.begin();
      this.listen();
      this.querySelector(".without").remove();
      this.form.hidden = false;
      this.show();
      this.changed();
      this.look();
    }

    /** Who is known, by all that they are called; what two are called leads to neither. */
    learn() {
      this.ids = new Map();
      this.names = new Map();
      for (const option of this.querySelectorAll("#list-players option")) {
        const { id, also = "" } = option.dataset;
        this.names.set(id, option.value);
        for (const called of new Set([option.value, id, ...also.split("|")].map((each) => folded(each).trim()).filter(Boolean))) {
          this.ids.set(called, this.ids.has(called) ? "" : id);
        }
      }
      for (const id of this.names.keys()) this.ids.set(id, id);
      for (const option of this.querySelectorAll("#list-players option")) {
        if (!this.ids.get(folded(option.value).trim())) option.value = option.dataset.id; // a name that several have
      }
    }

    /** The id of who is meant, also of somebody who is entered here; nothing where nobody is known by that. */
    idOf(text) {
      const called = folded(text).trim();
      const fresh = this.draft.now.rows.find(
        ({ table, cells }) => table === "players" && [cells.id, cells.name].some((each) => each && folded(each).trim() === called),
      );
      return this.ids.get(called) || fresh?.cells.id || "";
    }

    /** What is kept, or a first row; with whom the address asks for. */
    begin() {
      this.form.elements.club.value = this.draft.now.club;
      this.select = this.form.elements.table;
      const player = new URLSearchParams(window.location.search).get("player");
      const entered = this.draft.now.rows.find((each) => this.isEntered(each));
      if (entered && !player && this.tables.has(entered.table)) this.select.value = entered.table;
      this.table = this.tables.get(this.select.value);
      if (!player || !this.names.has(player)) return;
      const column = this.table.columns.find(({ kind }) => kind === "player");
      const name = this.names.get(player);
      const isThere = this.rows.some(({ cells }) => cells[column?.name] === name);
      if (column && !isThere) this.add({ [column.name]: this.ids.get(folded(name).trim()) ? name : player });
    }

    listen() {
      const { elements } = this.form;
      this.form.addEventListener("submit", (event) => event.preventDefault());
      this.body.addEventListener("input", ({ target }) => this.typed(target));
      this.body.addEventListener("focusin", ({ target }) => target.select?.());
      this.body.addEventListener("keydown", (event) => this.pressed(event));
      this.body.addEventListener("paste", (event) => this.pasted(event));
      this.body.addEventListener("click", ({ target }) => this.clicked(target));
      this.select.addEventListener("change", () => this.turn(this.select.value));
      elements.club.addEventListener("input", () => this.place(plain(elements.club.value)));
      elements.add.addEventListener("click", () => this.focus(this.add(), 0));
      elements.more.addEventListener("click", () => {
        elements.more.setAttribute("aria-pressed", String(elements.more.ariaPressed !== "true"));
        this.show();
      });
      elements.anew.addEventListener("click", () => {
        this.draft.change((now) => Object.assign(now, { rows: [], sent: {}, begun: 0 }));
        this.show();
        this.changed();
      });
      window.addEventListener("storage", ({ key }) => key === this.draft.key && this.again());
      window.addEventListener("focus", () => {
        this.again();
        this.look();
      });
    }

    /** Where it is played, in every row that says nothing else. */
    place(club) {
      this.draft.change((now) => {
        now.club = club;
        for (const { table, start, cells } of now.rows) {
          if (!this.playsAt(this.tables.get(table)) || (cells.club ?? "") !== (start.club ?? "")) continue;
          cells.club = club;
          start.club = club;
        }
      });
      this.show();
      this.later();
    }

    /** Whether the rows of a table say where was played. */
    playsAt(table) {
      return Boolean(table?.columns.some(({ kind }) => kind === "player") && table.columns.some(({ name }) => name === "club"));
    }

    /** What another window has entered is shown here, too. */
    again() {
      const before = JSON.stringify(this.draft.now);
      if (JSON.stringify(this.draft.read()) === before) return;
      this.form.elements.club.value = this.draft.now.club;
      const at = document.activeElement?.closest?.("tr[data-row]") ? document.activeElement : null;
      const place = at && [at.closest("tr").dataset.row, at.closest("td").dataset.name];
      this.show();
      if (place) this.body.querySelector(`tr[data-row="${CSS.escape(place[0])}"] td[data-name="${CSS.escape(place[1] ?? "")}"] :is(input, select)`)?.focus();
      this.changed();
    }

    turn(name) {
      this.select.value = name;
      this.table = this.tables.get(name);
      this.show();
      if (!this.isLive) this.changed();
    }

    get rows() {
      return this.draft.now.rows.filter(({ table }) => table === this.table.name);
    }

    /** Whether somebody entered something in a row, beyond what it began with. */
    isEntered({ cells, start }) {
      return Object.entries(cells).some(([name, text]) => text !== "" && text !== start[name]);
    }

    get today() {
      return new Intl.DateTimeFormat("sv", { timeZone: this.dataset.zone }).format(new Date());
    }

    /** A new row: what goes on from row to row is that of the one above. */
    add(cells = {}, table = this.table) {
      const above = this.draft.now.rows.findLast((each) => each.table === table.name);
      const start = {};
      for (const { name, kind, goesOn, isRequired } of table.columns) {
        if (goesOn && above?.cells[name]) start[name] = above.cells[name];
        else if (kind === "date" && isRequired) start[name] = this.dataset.day || this.today;
        else if (name === "club" && this.playsAt(table)) start[name] = this.draft.now.club;
      }
      const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
      this.draft.change((now) => now.rows.push({ id, table: table.name, start, cells: { ...start, ...cells } }));
      if (table === this.table && this.shown) this.show();
      return id;
    }

    /** The columns that are needed or filled, or all. */
    get columns() {
      const isAll = this.form.elements.more.ariaPressed === "true";
      return this.table.columns.filter(({ name, isWanted }) => isAll || isWanted || this.rows.some(({ cells }) => cells[name]));
    }

    show() {
      this.shown = this.columns;
      if (!this.rows.length) this.add();
      const heads = this.shown.map(({ label }) => made("th", { scope: "col" }, label));
      this.form.querySelector("thead tr").replaceChildren(...heads, made("td"));
      this.body.replaceChildren(...this.rows.map((row, at) => this.line(row, at + 1)));
      this.form.elements.more.hidden = this.table.columns.every(({ isWanted }) => isWanted);
      this.mark();
    }

    line(row, number) {
      const of = filled(this.texts.row, { number });
      const cells = this.shown.map((column) => {
        const input = this.input(column);
        input.setAttribute("aria-label", `${column.label}, ${of}`);
        this.fill(input, row.cells[column.name] ?? "");
        return made("td", { "data-name": column.name, "data-kind": column.kind, "data-label": column.label }, input);
      });
      const out = made("button", { type: "button", name: "out", "aria-label": filled(this.texts.out, { number }) }, "×");
      return made("tr", { "data-row": row.id }, ...cells, made("td", { class: "out" }, out));
    }

    input({ kind, label, choices, isRequired, list }) {
      const needed = isRequired ? { required: "" } : {};
      if (choices.length) {
        const said = (each) => (kind === "yes" ? this.texts[each] : each);
        return made("select", needed, ...["", ...choices].map((each) => made("option", { value: each }, each && said(each))));
      }
      const input = made("input", { type: kind === "date" ? "date" : "text", placeholder: label, autocomplete: "off", ...needed });
      if (PATTERNS[kind]) input.pattern = PATTERNS[kind];
      if (PATTERNS[kind]) input.inputMode = kind === "whole" ? "numeric" : "decimal";
      if (kind === "player") input.setAttribute("list", "list-players");
      if (list) input.setAttribute("list", list);
      return input;
    }

    /** Put a text in a cell; what its kind cannot hold is shown all the same, for the reader to judge. */
    fill(input, text) {
      if (input.type === "date" && text && !DAY.test(text)) input.type = "text";
      input.value = text;
      if (input.value === text) return;
      if (input.tagName === "SELECT") input.append(made("option", { value: text }, text));
      else input.type = "text";
      input.value = text;
    }

    typed(input) {
      const { row, name } = this.placeOf(input);
      this.draft.change(() => {
        const kept = this.draft.row(row);
        if (kept) kept.cells[name] = plain(input.value);
      });
      this.later();
    }

    placeOf(input) {
      return { row: input.closest("tr").dataset.row, name: input.closest("td").dataset.name };
    }

    focus(row, at) {
      const inputs = this.body.querySelectorAll(`tr[data-row="${CSS.escape(row)}"] td[data-name] > :is(input, select)`);
      const kept = this.draft.row(row);
      const free = this.shown.findIndex(({ name }) => !kept.cells[name]);
      (inputs[at || free] ?? inputs[0])?.focus();
    }

    /** Enter goes down, and below the last row to a new one. */
    pressed(event) {
      if (event.key !== "Enter" || event.isComposing || event.target.tagName === "BUTTON") return;
      event.preventDefault();
      const next = event.target.closest("tr").nextElementSibling;
      this.focus(next ? next.dataset.row : this.add(), 0);
    }

    /** Cells of a spreadsheet go over the cells from where they are put. */
    pasted(event) {
      const text = event.clipboardData.getData("text/plain").replace(/\r\n?/gu, "\n").replace(/\n+$/u, "");
      if (!/[\t\n]/u.test(text)) return;
      event.preventDefault();
      const { row, name } = this.placeOf(event.target);
      const first = this.rows.findIndex(({ id }) => id === row);
      const left = this.shown.findIndex((each) => each.name === name);
      text.split("\n").forEach((line, down) => {
        const id = this.rows[first + down]?.id ?? this.add();
        const over = this.shown.slice(left);
        const cells = line.split("\t").slice(0, over.length);
        this.draft.change(() => cells.forEach((cell, at) => (this.draft.row(id).cells[over[at].name] = cell.trim())));
      });
      this.show();
      this.focus(row, left);
      this.changed();
    }

    clicked({ name, parentElement }) {
      if (name === "out") {
        const { row } = parentElement.closest("tr").dataset;
        this.draft.change((now) => (now.rows = now.rows.filter(({ id }) => id !== row)));
        this.show();
        this.form.elements.add.focus();
        this.changed();
      } else if (name === "fresh") this.welcome(parentElement.querySelector("input").value.trim());
    }

    /** Somebody who has never played gets a row of their own among the players. */
    welcome(name) {
      const known = slug(name) || "player";
      let id = known;
      for (let number = 2; this.ids.has(id) || this.idOf(id); number += 1) id = `${known}-${number}`;
      const players = this.tables.get("players");
      const { club } = this.draft.now;
      this.add({ id, name, ...(club ? { club } : {}) }, players);
      this.changed();
    }

    /** The files that are entered, each with the cells of its rows as they are written. */
    files() {
      const { club, begun, rows } = this.draft.now;
      const time = new Intl.DateTimeFormat("sv", { timeZone: this.dataset.zone, hour: "2-digit", minute: "2-digit" }).format(begun || Date.now());
      const all = rows.filter((each) => this.isEntered(each));
      const days = all.flatMap(({ table, cells }) => this.tables.get(table)?.columns.map(({ kind, name }) => kind === "date" && cells[name]));
      const day = days.find((each) => each && DAY.test(each)) ?? (this.dataset.day || this.today);
      const file = `${[day, slug(club), time.replace(":", "")].filter(Boolean).join("-")}.csv`;
      const order = [...this.querySelectorAll("dl[data-table]")].map(({ dataset }) => dataset.table).reverse();
      return order.flatMap((name) => {
        const own = all.filter(({ table }) => table === name);
        return own.length ? [this.written(this.tables.get(name), own, file)] : [];
      });
    }

    written({ name, columns }, rows, file) {
      const used = columns.filter((each) => each.isNeeded || rows.some(({ cells }) => cells[each.name]));
      const cellOf = ({ cells }, { name: of, kind }) => {
        const text = (cells[of] ?? "").trim();
        return quoted((kind === "player" && this.idOf(text)) || text);
      };
      const lines = rows.map((row) => used.map((column) => cellOf(row, column)));
      const folder = `results/${this.dataset.ranking}/${name}`;
      const text = [used.map((each) => each.name), ...lines].map((cells) => `${cells.join(",")}\n`).join("");
      return { table: name, folder, file, path: `${folder}/${file}`, text, rows, used, lines };
    }

    later() {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.changed(), PAUSE);
    }

    /** Ask what is right about what is entered now, and what it does. */
    async changed() {
      clearTimeout(this.waiting);
      this.asked += 1;
      const { asked } = this;
      const files = this.files();
      this.made = files;
      this.tell(files.length ? "checking" : "empty");
      this.form.querySelector(".does").hidden = true;
      this.form.querySelector(".made").hidden = !files.length;
      this.offer(files, false);
      if (!files.length) return this.judge([], "empty");
      const problems = this.isLive ? await this.ask("check", files) : null;
      if (asked !== this.asked) return undefined;
      if (!problems) return this.alone();
      const isWrong = problems.some(({ severity }) => severity === "error");
      this.judge(problems, isWrong ? "wrong" : "right");
      this.offer(files, !isWrong);
      if (isWrong) return undefined;
      const change = await this.ask("change", files);
      const { show } = await import("./enter-effect.js");
      if (asked === this.asked && change) show(this.form.querySelector(".does"), change);
      return undefined;
    }

    /** Without what calculates, the columns alone say what is wrong. */
    alone() {
      const wrong = [...this.body.querySelectorAll("input, select")].filter((input) => {
        const kept = this.draft.row(input.closest("tr").dataset.row);
        return kept && this.isEntered(kept) && !input.validity.valid;
      });
      this.judge([], "columns");
      for (const input of wrong) this.blame(input.closest("td"), input.validationMessage, "error");
      this.offer(this.made, !wrong.length);
    }

    /** Ask the worker, which is started by the first question; nothing where it cannot answer. */
    ask(what, files) {
      this.worker ??= this.start();
      const given = Object.fromEntries(files.map(({ path, text }) => [path, text]));
      const { ranking, day } = this.dataset;
      const today = [day || this.today, this.today].sort().at(-1);
      return new Promise((resolve) => {
        this.number = (this.number ?? 0) + 1;
        this.open.set(this.number, resolve);
        this.worker.postMessage({ id: this.number, ask: what, ranking, files: given, today, language: document.documentElement.lang });
      });
    }

    start() {
      this.open = new Map();
      const worker = new Worker(new URL(`${this.dataset.base}engine/worker.js`, window.location), { type: "module" });
      const gone = () => {
        this.isLive = false;
        this.progress.hidden = true;
        for (const resolve of this.open.values()) resolve(null);
        this.open.clear();
      };
      worker.addEventListener("error", gone);
      worker.addEventListener("message", ({ data }) => {
        if (data.progress) return this.load(data.progress);
        this.progress.hidden = true;
        if (data.error) return gone();
        this.open.get(data.id)?.(data.answer);
        this.open.delete(data.id);
        return undefined;
      });
      this.keep();
      return worker;
    }

    load({ loaded, total }) {
      this.progress.hidden = false;
      this.progress.max = total || 1;
      this.progress.value = loaded;
      this.tell("loading");
    }

    /** What calculates, and this page with it, is kept for days without a network. */
    async keep() {
      try {
        await navigator.serviceWorker.register(`${this.dataset.base}offline.js`);
        await navigator.serviceWorker.ready;
        const needed = [...document.querySelectorAll("script[src], link[rel=stylesheet]")].map(({ src, href }) => src || href);
        for (const each of [window.location.pathname, ...needed]) fetch(each).catch(() => undefined);
      } catch {
        // a browser without: all goes on as long as there is a network
      }
    }

    /** What was sent and now stands in the files of the site is published. */
    async look() {
      const { sent } = this.draft.now;
      if (!("engine" in this.dataset) || Object.values(sent).every(({ isPublished }) => isPublished)) return;
      try {
        const answer = await fetch(`${this.dataset.base}engine/${this.dataset.ranking}.json`, { cache: "no-cache" });
        const { files } = await answer.json();
        this.draft.change((now) => {
          for (const path of Object.keys(now.sent)) now.sent[path].isPublished ||= path in files;
        });
        this.changed();
      } catch {
        // there is no network: it is looked again when somebody comes back
      }
    }

    tell(name) {
      this.status.textContent = [this.texts[name], this.draft.isKept ? "" : this.texts.unkept].join(" ").trim();
    }

    judge(problems, told) {
      this.said = problems;
      this.tell(told);
      this.mark();
    }

    /** Each problem beside its cell; what has no cell that is shown stands below. */
    mark() {
      for (const each of this.body.querySelectorAll("small")) each.remove();
      for (const each of this.body.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
      const others = this.said.filter((problem) => {
        const cell = this.cellOf(problem);
        if (cell) this.blame(cell, problem.hint && problem.code !== "not-a-player" ? `${problem.message} (${problem.hint})` : problem.message, problem.severity);
        return !cell && (problem.severity === "error" || this.made.some(({ path }) => path === problem.path));
      });
      this.others.replaceChildren(...others.map((each) => this.told(each)));
      this.others.hidden = !others.length;
      this.newcomers();
    }

    cellOf({ path, line, column }) {
      const file = this.made?.find((each) => each.path === path);
      const row = file?.rows[line - 2];
      if (!row || file.table !== this.table.name) return null;
      let end = 0;
      const at = file.lines[line - 2].findIndex((cell) => (end += cell.length + 1) >= column);
      const tr = this.body.querySelector(`tr[data-row="${CSS.escape(row.id)}"]`);
      return tr?.querySelector(`td[data-name="${CSS.escape(file.used[Math.max(at, 0)].name)}"]`) ?? tr?.cells[0] ?? null;
    }

    blame(cell, message, severity) {
      const input = cell.querySelector("input, select");
      const id = `wrong-${cell.parentElement.dataset.row}-${cell.dataset.name}`;
      if (severity === "error") input.setAttribute("aria-invalid", "true");
      const known = cell.querySelector("small");
      if (known) known.append(` ${message}`);
      else cell.append(made("small", { id, class: severity }, message));
      input.setAttribute("aria-describedby", id);
    }

    /** A problem that stands elsewhere: in another table that is entered here, or in the files of the site. */
    told({ path, line, message, hint, severity }) {
      const file = this.made.find((each) => each.path === path);
      const place = file ? `${file.table}${line > 1 ? `, ${filled(this.texts.row, { number: line - 1 })}` : ""}` : `${path}${line ? `:${line}` : ""}`;
      const { github } = this.dataset;
      const isThere = github && !file && path.startsWith("results/");
      const edited = isThere ? made("a", { href: `${github}/edit/main/${encodeURI(path)}#L${line}`, target: "_blank", rel: "noopener" }, place) : place;
      const item = made("li", { class: severity }, edited, `: ${message}${hint ? ` (${hint})` : ""} `);
      if (file && file.table !== this.table.name) {
        const button = made("button", { type: "button" }, file.table);
        button.addEventListener("click", () => this.turn(file.table));
        item.append(button);
      }
      return item;
    }

    /** Beside a name that nobody has stands what makes somebody of it. */
    newcomers() {
      for (const each of this.body.querySelectorAll("[name=fresh]")) each.remove();
      for (const input of this.body.querySelectorAll("[data-kind=player] > input")) {
        const name = input.value.trim();
        if (name && !this.idOf(name)) input.after(made("button", { type: "button", name: "fresh" }, this.texts.fresh));
      }
    }

    /** The files, with the ways to send each of them. */
    offer(files, isRight) {
      this.form.querySelector(".several").hidden = files.length < 2;
      this.form.querySelector(".made div").replaceChildren(...files.flatMap((each) => this.parcel(each, isRight)));
    }

    parcel(file, isRight) {
      const ways = made("p", { class: "acts" });
      if (isRight) ways.append(...this.ways(file));
      const sent = this.draft.now.sent[file.path];
      const state = sent?.text !== file.text ? "changed" : sent.isPublished ? "published" : "sent";
      const told = sent && filled(this.texts[state], { time: sent.time });
      return [
        made("h3", {}, made("code", {}, file.path)),
        made("pre", { tabindex: "0" }, made("code", {}, file.text)),
        ways,
        ...(told ? [made("p", { class: "note" }, told)] : []),
      ];
    }

    *ways(file) {
      const { folder, file: name, text } = file;
      const { github } = this.dataset;
      const address = `${github}/new/main/${folder}?filename=${encodeURIComponent(name)}&value=${encodeURIComponent(text)}`;
      const isShort = address.length <= LONGEST;
      if (github && isShort) yield this.way(file, "send", made("a", { href: address, target: "_blank", rel: "noopener" }));
      const shared = { files: [new File([text], name, { type: "text/csv" })] };
      if (navigator.canShare?.(shared)) yield this.way(file, "share", made("button", { type: "button" }), () => navigator.share(shared));
      const link = made("a", { href: URL.createObjectURL(shared.files[0]), download: name });
      yield this.way(file, "download", link);
      yield this.way(null, "copy", made("button", { type: "button" }), () => navigator.clipboard.writeText(text));
      if (github && !isShort) yield made("span", { class: "note" }, this.texts.long);
    }

    /** A way out; what went that way is marked as sent. */
    way(file, name, element, act = () => undefined) {
      element.append(this.texts[name]);
      element.addEventListener("click", async () => {
        try {
          await act();
        } catch {
          return; // somebody thought better of it
        }
        if (!file) return;
        const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
        this.draft.change((now) => (now.sent[file.path] = { time, text: file.text }));
        this.offer(this.made, true);
      });
      return element;
    }
  }

  customElements.define("enter-results", EnterResults);
})();
