// The rank chart of a list: my player is followed. Who is farther down, my player or anybody who is chosen, stands
// below the leaders.
"use strict";

(() => {
  const { FROM_DISK, made, mine, read, stepsOf } = window.sitegen;
  const chart = document.querySelector(".bump");
  const { here } = chart?.dataset ?? {};
  if (!here) return;
  const my = mine().find(({ ranking }) => ranking === here);
  const lineOf = (id) => chart.querySelector(`input[value="${CSS.escape(id)}"]`);
  const own = my && lineOf(my.id);
  if (own) own.checked = true;
  else if (my && !FROM_DISK) addBelow(my, "mine");
  if (!FROM_DISK) offerOthers();

  /** A field with everybody on this page who is not in the picture: the one who is chosen is added. */
  function offerOthers() {
    const links = [...document.querySelectorAll(".list tr[id] > th > a")];
    const names = new Map(links.map((link) => [link.closest("tr").id, link.textContent]));
    const others = [...names].filter(([id]) => id !== my?.id && !lineOf(id));
    if (!others.length) return;
    const field = made("select", {}, made("option", { value: "" }, "–"), ...others.map(([id, name]) => made("option", { value: id }, name)));
    let added = [];
    field.addEventListener("change", async () => {
      const { value } = field;
      const found = value ? await addBelow({ id: value, name: names.get(value) }, "") : [];
      if (field.value !== value) return found.forEach((each) => each.remove()); // another was chosen since
      added.forEach((each) => each.remove());
      added = found;
    });
    chart.parentElement.querySelector(".add").append(made("label", {}, `${chart.dataset.add} `, field));
  }

  /** The rank on each list of the chart, as the page of the player draws it; null before the first. */
  async function ranksOf({ id }) {
    const page = await read(new URL(`players/${id}/`, window.location));
    const plot = page?.querySelector("svg[data-rank]");
    if (!plot) return [];
    const { first, high } = plot.dataset;
    const steps = stepsOf(plot.querySelector(".line"));
    const days = [...document.querySelectorAll("#first-places time")].map((each) => each.dateTime);
    return days.map((day) => {
      const past = (Date.parse(day) - Date.parse(first)) / 864e5;
      const step = steps.findLast(([at]) => at <= past);
      return step ? Math.round(step[1] - Number(high)) : null;
    });
  }

  /** A line of their own, at a scale of its own, and a row of the table: what is added. */
  async function addBelow(player, kind) {
    const ranks = await ranksOf(player);
    const known = ranks.filter((each) => each !== null);
    if (known.length < 2) return [];
    const [best, worst] = [Math.min(...known), Math.max(...known)];
    const height = (rank) => 0.2 + (0.6 * (rank - best)) / (worst - best || 1);
    const points = ranks.flatMap((rank, column) => (rank === null ? [] : [`${column} ${height(rank)}`]));
    const last = known.at(-1);
    const SVG = "http://www.w3.org/2000/svg";
    const picture = document.createElementNS(SVG, "svg");
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", `M${points.join("L")}`);
    picture.append(line);
    const shape = { class: "own", viewBox: `0 0 ${ranks.length - 1} 1`, preserveAspectRatio: "none", "aria-hidden": "true" };
    for (const [name, value] of Object.entries(shape)) picture.setAttribute(name, value);
    const name = made("p", { class: "own" }, made("b", {}, String(last)), made("span", { dir: "auto" }, player.name));
    const scale = made("p", { class: "own scale", "aria-hidden": "true" }, best === worst ? String(best) : `${best}–${worst}`);
    chart.querySelector(".days").before(scale, picture, name);
    const row = made("tr", { class: kind }, made("th", { scope: "row", dir: "auto" }, player.name));
    const [, ...heads] = document.querySelectorAll("#first-places thead th");
    heads.forEach((head, column) => row.append(made("td", { class: head.className }, String(ranks[column] ?? "–"))));
    document.querySelector("#first-places tbody").append(row);
    return [scale, picture, name, row];
  }
})();
