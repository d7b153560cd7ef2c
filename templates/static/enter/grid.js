// The grid in which rows are typed. Its form hears "typed" while somebody types, and "entered" where a row came or went.

import { fill, inputOf } from "./cells.js";
import { Complete } from "./complete.js";
import { cellsOf, headed } from "./heads.js";
import { picksOf } from "./picks.js";
import { filled, plain } from "./words.js";

const { made } = window.sitegen;
const INPUT = "input, select";
const APART = 8; // pixels between the cell in use and what stands below
const OPEN = "td[data-wanted]:not(.spare) > :is(input, select)";

/** Into a cell: where buttons alone choose, as on a phone, to the first of them. */
function enter(input) {
  input?.focus();
  if (input && document.activeElement !== input) input.parentElement.querySelector("[name=pick]")?.focus();
}

export class Grid {
  constructor(form, entry, texts) {
    Object.assign(this, { form, entry, texts });
    this.body = form.querySelector("tbody");
    this.body.addEventListener("input", ({ target }) => this.typed(target));
    this.body.addEventListener("focusin", ({ target }) => {
      target.select?.();
      requestAnimationFrame(() => this.uncover());
    });
    window.visualViewport?.addEventListener("resize", () => this.uncover());
    this.body.addEventListener("focusout", ({ target }) => this.freshBeside(target)?.removeAttribute("tabindex"));
    this.body.addEventListener("keydown", (event) => this.pressed(event));
    this.body.addEventListener("paste", (event) => this.pasted(event));
    this.body.addEventListener("click", ({ target }) => this.clicked(target));
    this.complete = new Complete(this.body, entry.players, (input) => enter(this.openAfter(input)));
    const { add, more } = form.elements;
    add.addEventListener("click", () => this.focus(this.add(), 0));
    more.addEventListener("click", () => {
      more.setAttribute("aria-pressed", String(more.ariaPressed !== "true"));
      this.show();
    });
  }

  /** The cell in use comes out from under what is said of it. */
  uncover() {
    const input = document.activeElement;
    if (!this.body.contains(input)) return;
    const hidden = input.getBoundingClientRect().bottom + APART - this.form.querySelector(".state").getBoundingClientRect().top;
    if (hidden > 0) window.scrollBy({ top: hidden, behavior: "instant" });
  }

  tell(name) {
    this.form.dispatchEvent(new Event(name));
  }

  /** The columns that are needed or filled, or all. */
  get columns() {
    const { rows, table } = this.entry;
    if (this.form.elements.more.ariaPressed === "true") return table.columns;
    const above = new Set(this.entry.shared.map(({ name }) => name));
    return table.columns.filter(({ name, isWanted }) => !above.has(name) && (isWanted || rows.some(({ cells }) => cells[name])));
  }

  show() {
    if (!this.entry.rows.length) this.entry.add();
    this.shown = this.columns;
    const heads = this.shown.map(({ label }) => made("th", { scope: "col" }, label));
    this.form.querySelector("thead tr").replaceChildren(...heads, made("td"));
    this.body.replaceChildren(...this.entry.rows.map((row, at) => this.line(row, at + 1)));
    this.tell("shown");
  }

  line(row, number) {
    const of = filled(this.texts.row, { number });
    const cells = this.shown.map((column) => {
      const place = { "data-name": column.name, "data-kind": column.kind, "data-label": column.label, ...(column.isWanted && { "data-wanted": "" }) };
      if (row.told?.[column.name]) return made("td", { ...place, class: column.isEvening ? "told evening" : "told" }, row.told[column.name]);
      const input = inputOf(column, this.texts);
      input.setAttribute("aria-label", `${column.label}, ${of}`);
      fill(input, row.cells[column.name] ?? "");
      const isShort = column.kind === "text" && column.choices.every(({ length }) => length < 5);
      const picks = column.choices.length && (column.isResult || isShort) ? [picksOf(input, input.getAttribute("aria-label"))] : [];
      const isSpare = row.told && !column.isResult && !input.value;
      return made("td", { ...place, ...(isSpare ? { class: "spare" } : {}) }, input, ...picks);
    });
    const out = made("button", { type: "button", name: "out", "aria-label": filled(this.texts.out, { number }) }, "×");
    return made("tr", { "data-row": row.id }, ...cells, made("td", { class: "out" }, out));
  }

  /** A new row; the others stay as they are where nothing else has changed. */
  add() {
    const id = this.entry.add();
    const { rows } = this.entry;
    const isAlone = rows.length === this.body.rows.length + 1 && this.columns.every((each, at) => each === this.shown[at]);
    if (isAlone) this.body.append(this.line(rows.at(-1), rows.length));
    else this.show();
    return id;
  }

  /** The same anew, with the focus where it is, and in its text. */
  again() {
    const at = document.activeElement?.closest?.("tr[data-row]") ? document.activeElement : null;
    const place = at && this.placeOf(at);
    this.show();
    const input = place && this.cell(place.row, place.name)?.querySelector(INPUT);
    input?.focus();
    if (input?.type === "text" && at.type === "text") input.setSelectionRange(at.selectionStart, at.selectionEnd);
  }

  typed(input) {
    const { row, name } = this.placeOf(input);
    this.freshBeside(input)?.remove(); // what made somebody of an earlier name
    this.entry.put(row, { [name]: plain(input.value) });
    if (this.shown.find((each) => each.name === name)?.goesOn) this.recount(row);
    this.tell("typed");
  }

  recount(row) {
    for (const [name, text] of Object.entries(this.entry.recount(row))) {
      const input = this.cell(row, name)?.querySelector(INPUT);
      if (input) fill(input, text);
    }
  }

  /** The button that makes somebody of a name. */
  freshBeside(input) {
    return input.parentElement.querySelector(":scope > [name=fresh]");
  }

  placeOf(input) {
    return { row: input.closest("tr").dataset.row, name: input.closest("td").dataset.name };
  }

  row(id) {
    return this.body.querySelector(`tr[data-row="${CSS.escape(id)}"]`);
  }

  cell(row, name = "") {
    return this.row(row)?.querySelector(`td[data-name="${CSS.escape(name)}"]`);
  }

  /** The focus in a row: in the first cell that is free, or at a place. */
  focus(row, at) {
    const places = this.row(row).querySelectorAll("td[data-name]");
    const { cells } = this.entry.draft.row(row);
    const free = this.shown.findIndex(({ name }) => !cells[name]);
    enter(places[at || free]?.querySelector(INPUT) ?? this.row(row).querySelector(INPUT));
  }

  /** What is still to be filled in a row: first what comes after a cell, and of what comes before only what must be. */
  openAfter(input) {
    const inputs = [...input.closest("tr").querySelectorAll(OPEN)].filter((each) => !each.value && each !== input);
    const isAfter = (each) => input.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING;
    return inputs.find(isAfter) ?? inputs.find(({ required }) => required);
  }

  /** Enter goes on, and from a row that has all of it down; below the last row to a new one. */
  pressed(event) {
    if (event.key !== "Enter" || event.isComposing || event.target.tagName === "BUTTON") return;
    event.preventDefault();
    this.goOn(event.target);
  }

  goOn(input) {
    const open = this.openAfter(input);
    const next = input.closest("tr").nextElementSibling;
    if (open) enter(open);
    else this.focus(next ? next.dataset.row : this.add(), 0);
  }

  /** Cells of a spreadsheet go over the cells from where they are put. */
  pasted(event) {
    const text = event.clipboardData.getData("text/plain").replace(/\r\n?/gu, "\n").replace(/\n+$/u, "");
    if (!/[\t\n;]/u.test(text)) return;
    event.preventDefault();
    const { row, name } = this.placeOf(event.target);
    const first = this.entry.rows.findIndex(({ id }) => id === row);
    const left = this.shown.findIndex((each) => each.name === name);
    const lines = text.split("\n");
    (headed(lines, this.entry.table) ?? this.placed(lines, left)).forEach((cells, down) => {
      const id = this.entry.rows[first + down]?.id ?? this.entry.add();
      this.entry.put(id, cells);
    });
    this.show();
    this.focus(row, left);
    this.tell("entered");
  }

  /** Cells that say nothing of themselves, by the columns that they are put over. */
  placed(lines, left) {
    const sign = lines.every((line) => line.includes("\t") || !line.includes(";")) ? "\t" : ";";
    const rows = lines.map((line) => cellsOf(line, sign));
    const over = this.over(left, Math.max(...rows.map(({ length }) => length)));
    return rows.map((cells) => Object.fromEntries(cells.slice(0, over.length).map((cell, at) => [over[at].name, cell.trim()])));
  }

  /** The columns from one on; whole rows that are wider than what is shown have what stands above it too. */
  over(left, width) {
    const isWhole = left === 0 && width > this.shown.length;
    return isWhole ? this.entry.table.columns.filter(({ isWanted }) => isWanted) : this.shown.slice(left);
  }

  clicked({ name, parentElement }) {
    if (name === "out") {
      this.entry.take(parentElement.closest("tr").dataset.row);
      this.show();
      this.form.elements.add.focus();
      this.tell("entered");
    } else if (name === "fresh") {
      this.entry.welcome(parentElement.querySelector("input").value.trim());
      this.tell("entered");
    }
  }

  /** The cells that do not hold what their kind takes, as the browser itself sees it. */
  get wrong() {
    return [...this.body.querySelectorAll("input, select")].filter((input) => {
      const kept = this.entry.draft.row(this.placeOf(input).row);
      return kept && this.entry.isEntered(kept) && !input.validity.valid;
    });
  }
}
