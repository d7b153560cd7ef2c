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

  /** A field for everybody on this page who is not in the picture: the one who is named is added. */
  function offerOthers() {
    const links = [...document.querySelectorAll(".list tr[id] > th > a")];
    const others = new Map(links.map((link) => [link.textContent, link.closest("tr").id]).filter(([, id]) => id !== my?.id && !lineOf(id)));
    if (!others.size) return;
    const { add } = chart.dataset;
    const field = made("input", { type: "search", list: "others", placeholder: add, "aria-label": add, autocomplete: "off" });
    let [named, added] = ["", []];
    field.addEventListener("input", async () => {
      const id = others.get(field.value) ?? "";
      if (id === named || (field.value && !id)) return; // the same, or a name that is not yet whole
      named = id;
      const found = id ? await addBelow({ id, name: field.value }, "") : [];
      if (named !== id) return found.forEach((each) => each.remove()); // another was named since
      added.forEach((each) => each.remove());
      added = found;
    });
    chart.parentElement.querySelector(".add").append(field);
    document.body.append(made("datalist", { id: "others" }, ...[...others.keys()].map((value) => made("option", { value }))));
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
