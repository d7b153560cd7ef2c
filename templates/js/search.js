// The search from every page, by an index that is read when it is first wanted.
(() => {
  "use strict";

  const { BASE, FROM_DISK, folded, made, shared, wordsOf } = window.sitegen;
  const MOST = 12; // hits that are shown
  const openers = document.querySelectorAll("a:is(.find-all, [data-search])");
  const words = shared();
  if (!words || FROM_DISK) return; // from the disk nothing can be read: the link leads to all players

  const { root, label } = words;
  const title = openers[0].title;
  const of = { type: "search", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", "aria-controls": "hits" };
  const input = made("input", { ...of, "aria-label": label, placeholder: label, autocomplete: "off", spellcheck: "false" });
  const list = made("div", { id: "hits", role: "listbox", "aria-label": title });
  const status = made("p", { role: "status" });
  const form = made("form", { method: "dialog" }, input, made("button", {}, words.close));
  const dialog = made("dialog", { class: "search", "aria-label": title }, form, list, status);
  let index = null;
  let hits = [];
  let at = -1;

  /** What the index holds, as things to be found: each with its text, its address and what it is. */
  function things({ rankings, clubs, players, events, pages }) {
    const found = [];
    const add = (title, url, note, more = "") =>
      found.push({ title, url, note, text: ` ${folded(`${title} ${more}`).replace(/[-'’]/gu, " ")}` });
    for (const [title, id, club, ...places] of players) {
      const name = clubs[club][0];
      if (!places.length) add(title, `players/${id}/`, name, name); // a page that leads to all rankings
      for (let each = 0; each < places.length; each += 2) {
        const [ranking, shown] = rankings[places[each]];
        const note = [shown, name].filter(Boolean).join(" · ");
        add(title, `${ranking}/players/${id}/`, places[each + 1] ? `${note} · ${places[each + 1]}` : note, name);
      }
    }
    for (const [title, url] of clubs) if (url) add(title, url, words.club);
    for (const [title, ranking, key, day] of events.reverse()) {
      add(title, `${rankings[ranking][0]}/results/${key}/`, `${rankings[ranking][1]} · ${day}`, day);
    }
    for (const [id, title] of rankings) add(title, `${id}/`, "");
    for (const [title, url] of pages) add(title, url, "");
    return found;
  }

  async function load() {
    const answer = await fetch(new URL("search.json", BASE));
    index = answer.ok ? things(await answer.json()) : [];
  }

  /** How near a thing is to what was typed: my own players first, then what begins with it. */
  function nearness(thing, asked, mine) {
    if (mine.has(thing.url)) return 0;
    return thing.text.startsWith(` ${asked[0]}`) ? 1 : thing.text.includes(` ${asked[0]}`) ? 2 : 3;
  }

  function find(typed) {
    const asked = wordsOf(typed.replace(/[-'’]/gu, " "));
    const mine = new Set((window.sitegen.mine?.() ?? []).map(({ ranking, id }) => `${ranking}/players/${id}/`));
    if (!asked.length) return index.filter(({ url }) => mine.has(url));
    const kinds = [[], [], [], []];
    for (const each of index) {
      if (asked.every((word) => each.text.includes(word))) kinds[nearness(each, asked, mine)].push(each);
    }
    return kinds.flat();
  }

  function show() {
    if (!index) return;
    const found = find(input.value);
    hits = found.slice(0, MOST);
    at = input.value.trim() && hits.length ? 0 : -1;
    list.replaceChildren(...hits.map(option));
    input.setAttribute("aria-expanded", String(hits.length > 0));
    const told = found.length ? `${words.found} ${found.length}` : words.none;
    status.textContent = input.value.trim() ? told : "";
    mark();
  }

  function option({ title, url, note }, place) {
    const attributes = { role: "option", id: `hit-${place}`, "aria-selected": "false", tabindex: "-1" };
    const link = made("a", { href: root + url, ...attributes }, made("span", { dir: "auto" }, title));
    if (note) link.append(" ", made("small", {}, note));
    return link;
  }

  function mark() {
    [...list.children].forEach((each, place) => each.setAttribute("aria-selected", String(place === at)));
    list.children[at]?.scrollIntoView({ block: "nearest" });
    if (at < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `hit-${at}`);
  }

  async function open() {
    if (dialog.open) return;
    if (!dialog.parentNode) document.body.append(dialog);
    dialog.showModal();
    input.select();
    if (!index) await load().catch(() => (index = []));
    show();
  }

  for (const opener of openers) {
    opener.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open();
    });
  }
  document.addEventListener("keydown", (event) => {
    const isTyped = event.target.closest?.("input, select, textarea, [contenteditable]");
    if (event.key !== "/" || isTyped || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    open();
  });
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length) {
      at = (at + step + hits.length) % hits.length;
      mark();
      event.preventDefault();
    } else if (event.key === "Escape") {
      event.preventDefault(); // which would only empty the field
      dialog.close();
    } else if (event.key === "Enter") {
      event.preventDefault();
      list.children[at]?.click();
    }
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // beside it
})();
