// What was drawn and is still to be played: one press puts the pairings in the grid, and only the results are open.

import { filled } from "./words.js";

const { made } = window.sitegen;

export class Drawn {
  /** `turn` shows a table. */
  constructor(form, entry, texts, turn) {
    Object.assign(this, { entry, texts });
    this.evenings = [...form.querySelectorAll("[name=drawn]")].map((button) => this.evening(button, turn));
    this.forget(new Set(this.evenings.flatMap(({ rows }) => rows.map(({ source }) => source))));
    form.addEventListener("shown", () => this.tell());
  }

  /** What has its result by now, and got none here. */
  forget(waiting) {
    const gone = this.entry.open.filter(({ source }) => !waiting.has(source));
    for (const { id } of gone) this.entry.take(id);
  }

  evening(button, turn) {
    const { table, title } = button.dataset;
    const rows = [...button.nextElementSibling.content.children].map(pairing);
    const name = made("strong", { hidden: "" }, title);
    button.before(name);
    const evening = { button, name, title, rows, table: this.entry.tables.get(table) };
    button.addEventListener("click", () => {
      const [first] = this.rest(evening).map((each) => this.take(evening, each));
      this.entry.tidy(evening.table);
      turn(table, first);
    });
    return evening;
  }

  /** How much of each evening is not in the grid yet. */
  tell() {
    for (const evening of this.evenings) {
      const number = this.rest(evening).length;
      evening.button.textContent = filled(this.texts.drawn, { title: evening.title, number });
      evening.button.hidden = !number;
      evening.name.hidden = number > 0;
    }
  }

  rest({ rows, table }) {
    const there = new Set(this.entry.draft.now.rows.filter((each) => each.table === table.name).map(({ cells }) => this.keyOf(table, cells)));
    return rows.filter(({ cells }) => !there.has(this.keyOf(table, cells)));
  }

  /** What a row is a result of. */
  keyOf({ columns }, cells) {
    const told = columns.filter(({ isNeeded, isEvening }) => isNeeded || isEvening);
    return JSON.stringify(told.map(({ name, kind }) => (kind === "player" && this.entry.players.idOf(cells[name] ?? "")) || (cells[name] ?? "")));
  }

  take({ table }, { source, cells, told }) {
    return this.entry.push({ table: table.name, start: { ...cells }, cells: { ...cells }, told, source });
  }

  /** The next evening on which a player was drawn, the own pairing first: it counts as a whole. Whether there is one. */
  begin(player) {
    const isOwn = ({ cells }) => Object.values(cells).includes(player);
    const evening = player && this.evenings.find(({ rows }) => rows.some(isOwn));
    if (!evening) return false;
    this.entry.table = evening.table;
    this.entry.tidy(evening.table);
    const rest = this.rest(evening);
    for (const each of [...rest.filter(isOwn), ...rest.filter((other) => !isOwn(other))]) this.take(evening, each);
    return true;
  }
}

/** A row that waits: what a file has in its cells, and what people see. */
function pairing({ dataset, children }) {
  const cells = {};
  const told = {};
  for (const { value, textContent, dataset: of } of children) {
    cells[of.name] = value;
    told[of.name] = textContent;
  }
  return { source: dataset.source, cells, told };
}
