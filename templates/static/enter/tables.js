// The tables as the page declares them.

import { called } from "./words.js";

const PLAIN = ["date", "whole", "text"]; // kinds of columns that may go on from row to row

/** The tables by their names, results first. */
export const tablesOf = (page) => new Map([...page.querySelectorAll("dl[data-table]")].map((list) => [list.dataset.table, declared(list)]));

function declared(list) {
  const columns = [...list.querySelectorAll("dt")].map(columnOf);
  const last = columns.findLast(({ key, isRequired }) => key !== undefined && isRequired);
  const own = columns.findIndex((each) => each === last || !PLAIN.includes(each.kind) || each.choices.length);
  const hasPlayers = columns.some(({ kind }) => kind === "player");
  columns.forEach((each, at) => {
    each.goesOn = (own < 0 || at < own) && each.isRequired;
    each.goesOn ||= each !== last && each.kind === "whole" && each.isRequired;
    each.goesOn ||= each.isEvening || (hasPlayers && isLikely(each));
    each.isShared = each.goesOn && (each.kind === "date" || (hasPlayers && isLikely(each)));
    each.isShared ||= hasPlayers && isPlace(each);
  });
  return { name: list.dataset.table, columns };
}

/** Whether a column is likely to say the same of all that is played on an evening; the club has a field of its own. */
const isLikely = ({ name, kind, key, isSteady, isRequired, isResult, counts }) =>
  isSteady && isRequired === (key !== undefined) && kind === "text" && name !== "club" && !isResult && !counts;

/** Whether a column says where was played; a club that every row needs is what the row is about. */
const isPlace = ({ name, isNeeded }) => name === "club" && !isNeeded;

const columnOf = ({ dataset, textContent }) => ({
  ...dataset,
  label: textContent,
  names: new Set([dataset.name, textContent, ...(dataset.also ?? "").split("|")].map(called).filter(Boolean)),
  choices: dataset.choices ? dataset.choices.split("|") : [],
  isRequired: "required" in dataset,
  isNeeded: "needed" in dataset,
  isSteady: "steady" in dataset,
  isWanted: "wanted" in dataset,
  isResult: "drawn" in dataset,
  isEvening: "evening" in dataset,
});

/** Whether the rows of a table say where was played. */
export const playsAt = (table) =>
  Boolean(table?.columns.some(({ kind }) => kind === "player") && table.columns.some(isPlace));
