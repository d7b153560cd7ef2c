// What is entered for a ranking, row by row; nothing here knows what a cell may mean.

import { counted } from "./counting.js";
import { Draft } from "./draft.js";
import { Players } from "./players.js";
import { playsAt, tablesOf } from "./tables.js";
import { dayIn } from "./words.js";

export class Entry {
  constructor(page, known) {
    const { ranking, base, zone, day, trial } = page.dataset;
    Object.assign(this, { ranking, base, zone, day: day || "" });
    this.tables = tablesOf(page);
    const use = trial === undefined ? "enter" : "what-if"; // what is asked is never sent with what was played
    this.draft = new Draft(`sitegen-${use}:${new URL(base, window.location).pathname}${ranking}`);
    this.players = new Players(known, this.draft);
    this.table = [...this.tables.values()][0];
  }

  /** The rows of the table that is shown. */
  get rows() {
    return this.draft.now.rows.filter(({ table }) => table === this.table.name);
  }

  /** The columns that say the same in all rows, and are entered once. */
  get shared() {
    const { rows, table } = this;
    if (rows.some(({ told }) => told)) return [];
    const isSame = ({ name }) => rows.every(({ cells }) => (cells[name] ?? "") === (rows[0].cells[name] ?? ""));
    return table.columns.filter((each) => each.isShared && isSame(each));
  }

  share(name, text) {
    const { table } = this;
    this.draft.change((now) => {
      for (const row of now.rows.filter((each) => each.table === table.name)) row.cells[name] = row.start[name] = text;
    });
  }

  get entered() {
    return this.draft.now.rows.filter((each) => this.isEntered(each));
  }

  /** What was drawn and has no result yet. */
  get open() {
    return this.draft.now.rows.filter((each) => each.source && !this.isEntered(each));
  }

  /** Whether somebody entered something in a row, beyond what it began with. */
  isEntered({ cells, start }) {
    return Object.entries(cells).some(([name, text]) => text !== "" && text !== start[name]);
  }

  /** The day for which the site is made, or today. */
  get today() {
    return this.day || dayIn(this.zone);
  }

  /** What a new row begins with: what goes on from row to row is that of the one above. */
  startOf(table) {
    const above = this.draft.now.rows.findLast((each) => each.table === table.name);
    const start = {};
    for (const { name, kind, goesOn, isRequired } of table.columns) {
      if (goesOn && above?.cells[name]) start[name] = above.cells[name];
      else if (kind === "date" && isRequired) start[name] = this.today;
      else if (name === "club" && playsAt(table)) start[name] = this.draft.now.club;
    }
    return start;
  }

  /** A new row; what counts up comes after that of the one above. */
  add(cells = {}, table = this.table) {
    const start = this.startOf(table);
    const rows = this.draft.now.rows.filter((each) => each.table === table.name);
    Object.assign(start, counted(table, rows, { ...start, ...cells }));
    return this.push({ table: table.name, start, cells: { ...start, ...cells } });
  }

  push(row) {
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    this.draft.change((now) => now.rows.push({ id, ...row }));
    return id;
  }

  put(row, cells) {
    this.draft.change(() => Object.assign(this.draft.row(row)?.cells ?? {}, cells));
  }

  /** What counts up in a row that is now of another table or round, unless somebody has said it. */
  recount(id) {
    const at = this.rows.findIndex((each) => each.id === id);
    if (at < 0) return {};
    const { cells, start } = this.rows[at];
    const found = counted(this.table, this.rows.slice(0, at), cells);
    const own = this.table.columns.filter(({ counts, goesOn }) => counts && !goesOn);
    const free = own.map(({ name }) => name).filter((name) => (cells[name] ?? "") === (start[name] ?? ""));
    const now = Object.fromEntries(free.map((name) => [name, found[name] ?? ""]));
    this.draft.change(() => Object.assign(this.draft.row(id).start, now));
    this.put(id, now);
    return now;
  }

  /** Whether nothing stands in a row but what goes on from row to row; what was drawn is never so. */
  isBare({ table, source, cells, start }) {
    const own = this.tables.get(table).columns.filter(({ goesOn }) => !goesOn);
    return !source && own.every(({ name }) => !cells[name] || cells[name] === start[name]);
  }

  /** Without such rows of a table. */
  tidy({ name }) {
    this.draft.change((now) => (now.rows = now.rows.filter((each) => each.table !== name || !this.isBare(each))));
  }

  take(row) {
    this.draft.change((now) => (now.rows = now.rows.filter(({ id }) => id !== row)));
  }

  /** Where it is played, in every row that says nothing else. */
  place(club) {
    this.draft.change((now) => {
      now.club = club;
      for (const { table, start, cells } of now.rows) {
        if (!playsAt(this.tables.get(table)) || (cells.club ?? "") !== (start.club ?? "")) continue;
        cells.club = club;
        start.club = club;
      }
    });
  }

  /** Somebody who has never played gets a row of their own among the players. */
  welcome(name) {
    const { club } = this.draft.now;
    this.add({ id: this.players.freeId(name), name, ...(club ? { club } : {}) }, this.tables.get("players"));
  }

  /** With whom the address asks for: the table where something is entered, or a row with that player. */
  begin(player) {
    const kept = this.entered[0];
    if (kept && !player && this.tables.has(kept.table)) this.table = this.tables.get(kept.table);
    if (!player || !this.players.names.has(player)) return;
    const column = this.table.columns.find(({ kind }) => kind === "player");
    const name = this.players.nameOf(player);
    if (column && !this.rows.some(({ cells }) => cells[column.name] === name)) this.add({ [column.name]: name });
  }
}
