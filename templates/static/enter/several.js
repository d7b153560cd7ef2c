// Many rows at once, out of lines that are typed or pasted: a round, a line-up, a table in the order of its places.

import { fill, inputOf } from "./cells.js";
import { next } from "./counting.js";
import { headed } from "./heads.js";
import { filled } from "./words.js";

const { made } = window.sitegen;
const NUMBERED = /^(\d+)[.)]\s+/u;
const TAIL = /^(.*\S)\s+(\S+)$/u;
const BETWEEN = [/\t/u, /;/u, /,/u, /\s[-\u2013\u2014]\s/u];

export class Several {
  /** `onMade` is called with the first row that was made. */
  constructor(form, entry, texts, onMade) {
    Object.assign(this, { entry, texts, onMade });
    this.part = form.querySelector(".at-once");
    this.fields = this.part.querySelector(".choices");
    this.note = this.part.querySelector(".note");
    this.lines = this.part.querySelector("textarea");
    this.opener = form.elements.several;
    this.opener.addEventListener("click", () => this.open(this.part.hidden));
    form.elements.fillin.addEventListener("click", () => this.make());
    form.addEventListener("shown", () => this.turn());
  }

  /** Of another table other things are asked. */
  turn() {
    if (this.table === this.entry.table) return;
    this.table = this.entry.table;
    this.opener.hidden = !this.people.length;
    this.open(false);
  }

  open(isOpen) {
    this.part.hidden = !isOpen;
    this.opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) this.ask();
  }

  get people() {
    return this.entry.table.columns.filter(({ kind, isNeeded }) => kind === "player" && isNeeded);
  }

  /** What goes on from row to row, but for what stands above all rows already. */
  get goingOn() {
    const { table, shared } = this.entry;
    return table.columns.filter((each) => each.goesOn && !shared.includes(each));
  }

  /** What all rows get that are made. */
  get all() {
    const { rows, shared } = this.entry;
    const above = shared.map(({ name }) => [name, rows[0]?.cells[name] ?? ""]);
    const asked = this.goingOn.map(({ name }) => [name, this.fields.querySelector(`[name="all-${name}"]`).value]);
    return Object.fromEntries([...above, ...asked]);
  }

  /** What a line holds: who, then what else is usual. */
  get asked() {
    const others = this.entry.table.columns.filter(({ kind, goesOn, counts, isWanted }) => kind !== "player" && !goesOn && !counts && isWanted);
    return [...this.people, ...others];
  }

  ask() {
    const { entry } = this;
    const last = entry.rows.at(-1);
    const isBegun = last && !entry.isBare(last);
    const cells = last?.cells ?? entry.startOf(entry.table);
    const fields = this.goingOn.map((column) => {
      const input = inputOf(column, this.texts);
      input.name = `all-${column.name}`;
      const text = cells[column.name] || column.counts || "";
      fill(input, (isBegun && column.counts && next(text)) || text);
      return made("label", {}, column.label, " ", input);
    });
    this.fields.replaceChildren(...fields);
    const lines = filled(this.texts.lines, { columns: this.asked.map(({ label }) => label).join(", ") });
    const block = this.goingOn.findLast(({ counts }) => counts);
    this.note.textContent = [lines, ...(block ? [filled(this.texts.block, { column: block.label })] : [])].join(" ");
    this.lines.focus();
  }

  make() {
    const { entry, asked, all, goingOn } = this;
    entry.tidy(entry.table);
    const lines = this.lines.value.split("\n");
    const block = headed(lines, entry.table);
    const come = block ? block.map((cells) => entry.add({ ...all, ...cells })) : lines.map((line) => this.row(line.trim(), all, asked, goingOn));
    this.lines.value = "";
    this.open(false);
    const first = come.find(Boolean);
    if (first) this.onMade(first);
  }

  /** A row out of a line; an empty one begins the next line or table. */
  row(line, all, asked, goingOn) {
    if (!line) {
      for (const { name, counts } of goingOn) if (counts) all[name] = next(all[name]) || all[name];
      return "";
    }
    const [, number] = line.match(NUMBERED) ?? [];
    const cells = this.cells(line.replace(NUMBERED, ""), asked);
    const place = this.entry.table.columns.find(({ counts, goesOn }) => counts && !goesOn);
    return this.entry.add({ ...all, ...(number && place ? { [place.name]: number } : {}), ...cells });
  }

  cells(line, asked) {
    const parts = this.parts(line, asked.length);
    while (parts.length < asked.length) {
      const [, head, tail] = parts.at(-1).match(TAIL) ?? [];
      if (!tail || !asked.slice(parts.length).some((each) => isOf(each, tail))) break;
      parts.splice(-1, 1, head, tail);
    }
    const rest = parts.splice(asked.length);
    if (rest.length) parts.push([parts.pop(), ...rest].join(","));
    const people = parts.slice(0, this.people.length);
    const others = asked.slice(people.length);
    const found = people.map((text, at) => [asked[at].name, text]);
    for (const text of parts.slice(people.length)) {
      const column = others.find((each) => isOf(each, text)) ?? others[0];
      if (column) found.push([column.name, text]);
      others.splice(others.indexOf(column), 1);
    }
    return Object.fromEntries(found);
  }

  /** The parts of a line, by the first sign that divides it; a name may hold one. */
  parts(line, most) {
    if (most < 2 || this.entry.players.idOf(line)) return [line];
    const sign = BETWEEN.find((each) => each.test(line));
    return (sign ? line.split(sign) : [line]).map((each) => each.trim());
  }
}

/** Whether a column could have such a cell. */
function isOf({ kind, choices }, text) {
  if (choices.length) return choices.includes(text);
  return ["whole", "number"].includes(kind) ? /^[+\-\u2212]?\d*[.,]?\d+%?$/u.test(text) : kind === "text";
}
