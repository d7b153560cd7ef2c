// The files that come of what is entered, each with the cells of its rows as they are written.

import { DAY, slug, timeIn } from "./words.js";

/** A cell as it stands in a file; one that could be taken for a comment or a part of two is quoted. */
const quoted = (cell) => (/[",;\t#\r\n]|^\s|\s$/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The files in the order in which they are to be sent: players before what they play. */
export function filesOf(entry) {
  const all = entry.entered;
  const file = `${nameOf(entry, all)}.csv`;
  return [...entry.tables.values()].reverse().flatMap((table) => {
    const own = all.filter((each) => each.table === table.name);
    return own.length ? [written(entry, table, own, file)] : [];
  });
}

/** New each time, and in the order in which they were begun. */
function nameOf(entry, rows) {
  const { club, begun } = entry.draft.now;
  const days = rows.flatMap(({ table, cells }) => entry.tables.get(table)?.columns.map(({ kind, name }) => kind === "date" && cells[name]));
  const day = days.find((each) => each && DAY.test(each)) ?? entry.today;
  return [day, slug(club), timeIn(entry.zone, begun || Date.now())].filter(Boolean).join("-");
}

function written({ players, ranking }, { name, columns }, rows, file) {
  const used = columns.filter((each) => each.isNeeded || rows.some(({ cells }) => cells[each.name]));
  const cellOf = ({ cells }, column) => {
    const text = (cells[column.name] ?? "").trim();
    return quoted((column.kind === "player" && players.idOf(text)) || text);
  };
  const lines = rows.map((row) => used.map((column) => cellOf(row, column)));
  const folder = `results/${ranking}/${name}`;
  const text = [used.map(({ heading, name }) => heading ?? name), ...lines].map((cells) => `${cells.join(",")}\n`).join("");
  return { table: name, folder, file, path: `${folder}/${file}`, text, rows, used, lines };
}
