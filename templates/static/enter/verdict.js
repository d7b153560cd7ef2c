// What is right and wrong, each problem beside its cell.

import { filled } from "./words.js";

const { made } = window.sitegen;

export class Verdict {
  /** `turn` shows another table. */
  constructor(form, grid, texts, turn) {
    Object.assign(this, { form, grid, texts, turn });
    this.entry = grid.entry;
    this.others = form.querySelector("ul.wrong");
    this.files = [];
    this.problems = [];
    this.uncounted = [];
  }

  judge(files, problems) {
    this.files = files;
    this.problems = problems.map((each) => this.named(each));
    this.mark();
  }

  /** A row that is entered is told by its number; what a file of the site has as well is told at that row. */
  named(problem) {
    const file = this.files.find((each) => problem.message.includes(`${each.path}:`));
    if (!file) return problem;
    const [before, after] = problem.message.split(`${file.path}:`);
    const line = parseInt(after, 10);
    const message = `${before}${filled(this.texts.row, { number: line - 1 })}${after.replace(/^\d+/u, "")}`;
    if (this.files.some(({ path }) => path === problem.path)) return { ...problem, message };
    return { ...problem, path: file.path, line, column: 0, message: `${problem.path}:${problem.line}: ${message}` };
  }

  /** Rows that are right, and count for nothing: it stands beside them for as long as they stay as they are. */
  showUncounted(rows) {
    this.uncounted = rows.map(({ path, line, message }) => ({ path, message, text: this.textOf(path, line - 2) }));
    this.mark();
  }

  textOf(path, at) {
    return this.files.find((each) => each.path === path)?.lines[at]?.join();
  }

  get errors() {
    return this.problems.filter(({ severity }) => severity === "error");
  }

  /** Whether nothing is wrong but that somebody is not known here, where some are not shown by name. */
  get isSendable() {
    const { veiled } = this.form.parentElement.dataset;
    return this.errors.every(({ code }) => veiled !== undefined && code === "not-a-player");
  }

  /** What has no cell that is shown stands below. */
  mark() {
    const { body } = this.grid;
    for (const part of [body, ...this.form.querySelectorAll(":scope > .choices")]) {
      for (const each of part.querySelectorAll("small")) each.remove();
      for (const each of part.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
    }
    const waiting = new Set(this.entry.open.map(({ source }) => source));
    const others = this.problems.filter((problem) => !this.isMarked(problem) && this.isOurs(problem));
    const told = others.filter(({ path, line }) => !waiting.has(`${path}:${line}`));
    const isBegun = waiting.size && waiting.size < this.entry.draft.now.rows.length;
    if (isBegun) told.push({ message: filled(this.texts.open, { number: waiting.size }), severity: "warning" });
    this.others.replaceChildren(...told.map((each) => this.told(each)));
    this.others.hidden = !told.length;
    for (const each of this.uncounted) this.markUncounted(each);
    this.newcomers();
  }

  /** It stands with the first player of its row. */
  markUncounted({ path, message, text }) {
    const file = this.files.find((each) => each.path === path && each.table === this.entry.table.name);
    const at = file?.lines.findIndex((cells) => cells.join() === text) ?? -1;
    const row = at < 0 ? null : this.grid.row(file.rows[at].id);
    if (row) this.blame(row.querySelector("[data-kind=player]") ?? row.cells[0], message, "uncounted");
  }

  /** Whether any of its rows could be marked. */
  isMarked(problem) {
    const { path, line, column, message, hint, code, severity, also = [] } = problem;
    const others = also.map((place) => place.match(/^(?<path>.*):(?<line>\d+)$/u).groups);
    const places = [{ path, line }, ...others].map((each) => this.cellOf({ ...each, column }));
    const cells = places.filter(Boolean);
    for (const cell of cells) this.blame(cell, hint && code !== "not-a-player" ? `${message} (${hint})` : message, severity);
    return cells.length > 0;
  }

  /** What is no error has to do with what is entered, or is not told. */
  isOurs({ severity, path }) {
    return severity === "error" || this.files.some((each) => each.path === path);
  }

  cellOf({ path, line, column }) {
    const file = this.files.find((each) => each.path === path);
    const row = file?.rows[line - 2];
    if (!row || file.table !== this.entry.table.name) return null;
    if (!column) return this.grid.row(row.id)?.cells[0] ?? null; // the row as a whole, also where its first cell stands above
    let end = 0;
    const at = file.lines[line - 2].findIndex((cell) => (end += cell.length + 1) >= column);
    const { name } = file.used[Math.max(at, 0)];
    const above = () => this.form.querySelector(`[data-shared="${CSS.escape(name)}"]`);
    return this.grid.cell(row.id, name) ?? above() ?? this.grid.row(row.id)?.cells[0] ?? null;
  }

  blame(cell, message, severity) {
    const input = cell.querySelector("input, select");
    const id = `wrong-${cell.closest("tr")?.dataset.row ?? "all"}-${cell.dataset.name ?? cell.dataset.shared}`;
    if (severity === "error") input?.setAttribute("aria-invalid", "true");
    const known = cell.querySelector("small");
    if (known) known.append(...(known.textContent.includes(message) ? [] : [` ${message}`]));
    else cell.append(made("small", { id, class: severity }, message));
    input?.setAttribute("aria-describedby", id);
  }

  /** Without what calculates, the columns alone say what is wrong. */
  alone(files) {
    this.judge(files, []);
    const { wrong } = this.grid;
    for (const input of wrong) this.blame(input.closest("td"), input.validationMessage, "error");
    return !wrong.length;
  }

  /** A problem that stands elsewhere: in another table that is entered here, or in the files of the site. */
  told({ path, line, message, hint, severity }) {
    if (!path) return made("li", { class: severity }, message);
    const file = this.files.find((each) => each.path === path);
    const place = file ? this.placeIn(file, line) : this.placeOf(path, line);
    const item = made("li", { class: severity }, place, `: ${message}${hint ? ` (${hint})` : ""} `);
    if (file && file.table !== this.entry.table.name) {
      const button = made("button", { type: "button" }, file.table);
      button.addEventListener("click", () => this.turn(file.table));
      item.append(button);
    }
    return item;
  }

  placeIn({ table }, line) {
    return line > 1 ? `${table}, ${filled(this.texts.row, { number: line - 1 })}` : table;
  }

  /** A file of the site, with a link to where it is changed. */
  placeOf(path, line) {
    const place = `${path}${line ? `:${line}` : ""}`;
    const { github } = this.form.parentElement.dataset;
    if (!github || !path.startsWith("results/")) return place;
    const href = `${github}/edit/main/${encodeURI(path)}#L${line}`;
    return made("a", { href, target: "_blank", rel: "noopener" }, place);
  }

  /** Beside a name that nobody has stands what makes somebody of it; a key that leaves the cell in use passes it by. */
  newcomers() {
    for (const input of this.grid.body.querySelectorAll("[data-kind=player] > input")) {
      const name = input.value.trim();
      const known = this.grid.freshBeside(input);
      const isFresh = name && !this.entry.players.idOf(name);
      const place = input === document.activeElement ? { tabindex: "-1" } : {};
      if (!isFresh) known?.remove();
      else if (!known) input.after(made("button", { type: "button", name: "fresh", ...place }, this.texts.fresh));
    }
  }
}
