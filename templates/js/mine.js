// My player: kept in this browser alone, one for each ranking, and found again on lists and the home page.
(() => {
  "use strict";

  const { BASE, FROM_DISK, made, read, rowOn, shared } = window.sitegen;
  const { root, mine: label, forget } = shared() ?? {};
  if (!root) return;
  const KEY = `sitegen:${BASE.pathname}`; // sites of one owner share what is stored

  /** What is kept, by ranking: the id and the name of a player; nothing where the browser keeps nothing. */
  function kept() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  }

  function keep(ranking, player) {
    const all = { ...kept(), [ranking]: player };
    if (!player) delete all[ranking];
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // A browser that stores nothing forgets it with the page.
    }
  }

  const mine = () => Object.entries(kept()).map(([ranking, { id, name }]) => ({ ranking, id, name }));
  window.sitegen.mine = mine;

  /** Where a page stands, from the home page of its language: backgammon/players/an/ */
  const here = window.location.pathname.slice(new URL(root).pathname.length);

  /** The star on a player's page. */
  const star = document.querySelector("button.star[data-player]");
  if (star) {
    const [, of, id] = /^(.+)\/(.+)$/u.exec(star.dataset.player); // backgammon/dries-impens
    const shown = document.querySelector("h1").textContent.trim();
    const press = () => star.setAttribute("aria-pressed", String(kept()[of]?.id === id));
    star.addEventListener("click", () => {
      keep(of, kept()[of]?.id === id ? null : { id, name: shown });
      press();
    });
    press();
    star.hidden = false;
  }

  /** What the row of a player on a list says: rank, places, name, figure and change, by role. */
  function told(row) {
    const heads = [...row.closest("table").tHead.rows[0].cells];
    const place = (role) => heads.findIndex((each) => each.classList.contains(role));
    const text = (role) => row.cells[place(role)]?.textContent.trim() ?? "";
    const sign = (role) => (/^[▲+]/u.test(text(role)) ? "up" : /^[▼\u2212]/u.test(text(role)) ? "down" : "");
    const arrow = /[▲▼]\d+/u.exec(text("m"))?.[0] ?? "";
    const name = (row.querySelector("th > *") ?? row.querySelector("th"))?.textContent.trim() ?? "";
    return [
      made("b", {}, text("r")),
      made("span", { class: sign("m") }, arrow),
      made("span", { class: "who", dir: "auto" }, name),
      made("b", { class: "big" }, text("v")),
      made("span", { class: sign("d") }, text("d")),
    ].filter((each) => each.textContent);
  }

  /** The row of a player on this page, tinted: rows of an earlier list have a link, and no id. */
  function tint({ id }) {
    const row = document.querySelector(`:is(.list, .cross) th a[href*="players/${id}/"]`)?.closest("tr");
    row?.classList.add("mine");
    return row;
  }

  /** On a list it also stands at the foot of a phone, as the way to it. */
  function pin(player) {
    const row = tint(player);
    if (!row) return;
    row.id ||= `my-${player.id}`;
    const link = made("a", { class: "pin", href: `#${row.id}`, "aria-label": `${label}: ` });
    link.append(...told(row).flatMap((each) => [each, " "]));
    link.setAttribute("aria-label", `${label}: ${link.textContent.trim()}`);
    document.querySelector("main").append(link);
  }

  /** On the home page each has a line; with its figures where the list can be read. */
  async function line(player) {
    const list = new URL(`${player.ranking}/`, root);
    const page = FROM_DISK ? null : await read(list);
    const row = page && (await rowOn(page, list, player.id));
    const title = player.ranking.includes("/") // a club is no entry of the menu
      ? page?.querySelector(".sections")?.getAttribute("aria-label")
      : page?.querySelector(".site [aria-current]")?.textContent.trim();
    const link = made("a", { href: `${root}${player.ranking}/players/${player.id}/` });
    link.append(...(row ? told(row) : [made("span", { class: "who" }, player.name)]).flatMap((each) => [each, " "]));
    const button = made("button", { type: "button", "aria-label": `${forget}: ${player.name}` }, "×");
    if (title) link.querySelector(".who").append(made("small", {}, title));
    const item = made("li", {}, link, button);
    button.addEventListener("click", () => {
      keep(player.ranking, null);
      if (item.parentNode.children.length === 1) item.closest("section").remove();
      else item.remove();
    });
    return item;
  }

  async function greet() {
    const players = mine();
    if (!players.length) return;
    const list = made("ul");
    document.querySelector("main h1").after(made("section", { class: "my", "aria-label": label }, list));
    list.append(...(await Promise.all(players.map(line))));
    if (FROM_DISK) window.sitegen.toPages(list);
  }

  /** What a page does with the row of a player: on a list, and in a crosstable. */
  const shownBy = ({ ranking }) => {
    const below = here.startsWith(`${ranking}/`) ? here.slice(ranking.length + 1) : null;
    if (below !== null && /^(?:index\.html$|$|lists\/)/u.test(below)) return pin;
    return below?.startsWith("crosstable/") ? tint : null;
  };
  if (["", "index.html"].includes(here)) greet();
  else for (const each of mine()) shownBy(each)?.(each);
})();
