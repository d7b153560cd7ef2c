// The tables as the page declares them.

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
    const isUsual = hasPlayers && (each.name === "club" || isLikely(each));
    each.goesOn ||= each.isEvening || (isUsual && each.name !== "club");
    each.isShared = isUsual || (each.kind === "date" && each.goesOn);
  });
  return { name: list.dataset.table, columns };
}

/** Whether a column is likely to say the same of all that is played on an evening. */
const isLikely = ({ kind, choices, isRequired, isWanted, isResult, counts }) =>
  !isRequired && isWanted && !isResult && !counts && (kind === "text" || (kind !== "yes" && choices.length > 0));

const columnOf = ({ dataset, textContent }) => ({
  ...dataset,
  label: textContent,
  choices: dataset.choices ? dataset.choices.split("|") : dataset.kind === "yes" ? ["yes", "no"] : [],
  isRequired: "required" in dataset,
  isNeeded: "needed" in dataset,
  isWanted: "wanted" in dataset,
  isResult: "drawn" in dataset,
  isEvening: "evening" in dataset,
});

/** Whether the rows of a table say where was played. */
export const playsAt = (table) =>
  Boolean(table?.columns.some(({ kind }) => kind === "player") && table.columns.some(({ name }) => name === "club"));
