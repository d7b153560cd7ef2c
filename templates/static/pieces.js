// A page whose tables have parts on other pages: who searches or sorts a table has all of them.
"use strict";

(() => {
  const { besideIn, read } = window.sitegen;
  const ways = [...document.querySelectorAll(".pieces a:not([aria-current])")];
  const form = document.querySelector("main form.find");
  const { hash } = window.location;
  const isMissing = hash && !document.getElementById(decodeURIComponent(hash.slice(1)));
  let begun = false;

  /** The rows of a table on another page; what they lead to is led to from here. */
  function rowsOf(page, section, address) {
    const rows = [...(page?.getElementById(section)?.querySelectorAll("tbody > tr") ?? [])];
    for (const link of rows.flatMap((row) => [...row.querySelectorAll("a[href]")])) {
      link.href = new URL(link.getAttribute("href"), address).href;
    }
    return rows.map((row) => document.adoptNode(row));
  }

  /** Whoever stands in the other rows can be chosen by club, too. */
  function offer() {
    const club = form?.querySelector("select");
    if (!club) return;
    const known = new Set([...club.options].map((each) => each.text));
    const all = [...document.querySelectorAll(".list tbody tr")].map(besideIn).filter(Boolean);
    for (const each of [...new Set(all)].sort(window.sitegen.collator.compare)) if (!known.has(each)) club.add(new Option(each));
  }

  async function complete() {
    if (begun) return;
    begun = true;
    form?.setAttribute("aria-busy", "true");
    const pages = await Promise.all(ways.map(async ({ href }) => [await read(href), href]));
    for (const table of document.querySelectorAll("main ranking-table")) {
      const { id } = table.closest("section");
      table.add?.(pages.flatMap(([page, address]) => rowsOf(page, id, address)));
    }
    offer();
    form?.removeAttribute("aria-busy");
    if (!isMissing) form?.dispatchEvent(new Event("input"));
    else if (document.getElementById(decodeURIComponent(hash.slice(1)))) {
      window.dispatchEvent(new HashChangeEvent("hashchange"));
      window.location.replace(hash); // which is there by now
    }
  }

  /** Where something is asked already, and wherever somebody begins to ask. */
  const asked = new URLSearchParams(window.location.search);
  if (isMissing || ["q", "club", "played"].some((each) => asked.get(each))) complete();
  document.addEventListener("focusin", ({ target }) => {
    if (target.closest("form.find, thead")) complete();
  });
})();
