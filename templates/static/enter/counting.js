// Numbers and letters that go up by one: a board or a place from row to row, a table or a line from block to block.

const LETTER = /^[A-Y]$/iu;

/** What comes after a number or a letter; nothing after anything else. */
export function next(text) {
  if (/^\d{1,6}$/u.test(text)) return String(Number(text) + 1);
  return LETTER.test(text) ? String.fromCharCode(text.charCodeAt(0) + 1) : "";
}

/** What counts up in a row with these cells, below others that have the same in what goes on. */
export function counted({ columns }, rows, cells) {
  const goesOn = columns.filter((each) => each.goesOn);
  const alike = rows.filter((each) => goesOn.every(({ name }) => (each.cells[name] ?? "") === (cells[name] ?? "")));
  const found = {};
  for (const { name, counts, goesOn: isSame, isRequired } of columns) {
    if (!counts || isSame) continue;
    const above = alike.findLast((each) => each.cells[name]);
    const value = above ? next(above.cells[name]) : isRequired && counts;
    if (value) found[name] = value;
  }
  return found;
}
