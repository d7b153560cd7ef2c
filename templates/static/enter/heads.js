// A block that begins with its head, as it comes out of a spreadsheet or a file: the head says what is in which column.

import { called } from "./words.js";

const BETWEEN = ["\t", ";", ","];
const QUOTED = '(?=(?:[^"]*"[^"]*")*[^"]*$)'; // a sign between quotes divides nothing

export const cellsOf = (line, sign) =>
  line.split(new RegExp(sign + QUOTED, "u")).map((cell) => cell.trim().replace(/^"(.*)"$/u, "$1").replaceAll('""', '"'));

/** The rows of such a block as cells by the names of their columns; nothing where the first line is no head. */
export function headed([head, ...lines], { columns }) {
  for (const sign of BETWEEN) {
    const heads = cellsOf(head, sign);
    const found = heads.map((each) => columns.find(({ names }) => names.has(called(each))));
    const known = new Set(found.filter(Boolean));
    const isHead = lines.length && known.size * 2 > heads.filter(Boolean).length && known.size === found.filter(Boolean).length;
    const cells = (line) => cellsOf(line, sign).flatMap((cell, at) => (found[at] ? [[found[at].name, cell]] : []));
    if (isHead) return lines.filter((line) => line.trim()).map((line) => Object.fromEntries(cells(line)));
  }
  return null;
}
