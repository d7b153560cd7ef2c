// What is entered for a ranking, row by row; nothing here knows what a cell may mean.

import { Draft } from "./draft.js";
import { Players } from "./players.js";
import { playsAt, tablesOf } from "./tables.js";
import { dayIn } from "./words.js";

export class Entry {
  constructor(page) {
    const { ranking, base, zone, day } = page.dataset;
    Object.assign(this, { ranking, base, zone, day: day || "" });
    this.tables = tablesOf(page);
    this.draft = new Draft(`sitegen-enter:${new URL(base, window.location).pathname}${ranking}`);
    this.players = new Players([...page.querySelectorAll("#list-players option")], this.draft);
    this.table = [...this.tables.values()][0];
  }

  /** The rows of the table that is shown. */
  get rows() {
    return this.draft.now.rows.filter(({ table }) => table === this.table.name);
  }

  get entered() {
    return this.draft.now.rows.filter((each) => this.isEntered(each));
  }

  /** Whether somebody entered something in a row, beyond what it began with. */
  isEntered({ cells, start }) {
    return Object.entries(cells).some(([name, text]) => text !== "" && text !== start[name]);
  }

  /** The day for which the site is made, or today. */
  get today() {
    return this.day || dayIn(this.zone);
  }

  /** A new row: what goes on from row to row is that of the one above. */
  add(cells = {}, table = this.table) {
    const above = this.draft.now.rows.findLast((each) => each.table === table.name);
    const start = {};
    for (const { name, kind, goesOn, isRequired } of table.columns) {
      if (goesOn && above?.cells[name]) start[name] = above.cells[name];
      else if (kind === "date" && isRequired) start[name] = this.today;
      else if (name === "club" && playsAt(table)) start[name] = this.draft.now.club;
    }
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    this.draft.change((now) => now.rows.push({ id, table: table.name, start, cells: { ...start, ...cells } }));
    return id;
  }

  put(row, cells) {
    this.draft.change(() => Object.assign(this.draft.row(row)?.cells ?? {}, cells));
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
