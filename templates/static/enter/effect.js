// What a change does, as the engine tells it: the sentences, and below them who stands where for it.

const { made } = window.sitegen;

/** A row of a table of who moves; its cells are texts as they are to be shown, the name the second of them. */
function row(cells, isHead) {
  const cell = (text, at) => made(isHead || at === 1 ? "th" : "td", isHead ? { scope: "col" } : at === 1 ? { scope: "row" } : {}, text);
  return made("tr", {}, ...cells.map(cell));
}

/** A table with its title, which names its list, or else that of the section; and how many of its rows are left out. */
function table({ title, columns, rows, omitted }, heading) {
  const caption = made("caption", title ? {} : { class: "vh" }, title || heading);
  const body = made("tbody", {}, ...rows.map((each) => row(each, false)));
  return [made("table", {}, caption, made("thead", {}, row(columns, true)), body), ...note(omitted)];
}

const note = (text) => (text ? [made("p", { class: "note" }, text)] : []);

const sentences = (facts) => made("ul", {}, ...facts.map((each) => made("li", {}, each)));

/** What it does on the list on which it counts first, where that is still to come. */
function later({ title, facts, moves }, nothing) {
  return [made("h3", {}, title), sentences(facts.length ? facts : [nothing]), ...moves.flatMap((each) => table(each, title))];
}

/** Why nothing is told of it; nothing where nobody knows. */
export function sayNot(section, why) {
  section.querySelector("div").replaceChildren(...note(why));
  section.hidden = !why;
}

/** Show it in a section of the page, which says what is said where nothing moves. */
export function show(section, { facts, moves, omitted, tables, next }) {
  const { nothing, tables: named } = section.dataset;
  const heading = section.querySelector("h2").textContent;
  const changed = tables.length ? `${named} ${tables.join("; ")}` : "";
  const now = [sentences(facts.length ? facts : [nothing]), ...moves.flatMap((each) => table(each, heading)), ...note(omitted), ...note(changed)];
  section.querySelector("div").replaceChildren(...now, ...(next ? later(next, nothing) : []));
  section.hidden = false;
}
