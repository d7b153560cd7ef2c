// The list in a frame: ?top=20, ?club=North or ?player=an-peeters say which of its rows are shown.
"use strict";

customElements.define("embedded-list", class extends HTMLElement {
  async connectedCallback() {
    const asked = new URLSearchParams(location.search);
    const wanted = ["player", "club"].filter((name) => asked.get(name));
    const top = Number.parseInt(asked.get("top"), 10);
    const body = this.querySelector("tbody");
    if (wanted.length || top > body.rows.length) await this.complete(body);
    const rows = [...body.rows];
    const found = rows.filter((row) => wanted.every((name) => row.dataset[name] === asked.get(name)));
    const most = top > 0 ? top : wanted.length ? found.length : 10;
    const shown = new Set(found.slice(0, most));
    for (const row of rows) row.hidden = !shown.has(row);
    this.classList.add("chosen");
  }

  /** A long list has its other rows on pages of their own; what they lead to is led to from here. */
  async complete(body) {
    const ways = (this.dataset.parts ?? "").split(" ").filter(Boolean);
    const pages = await Promise.all(ways.map(async (way) => {
      const answer = await fetch(way);
      return [answer.url, new DOMParser().parseFromString(await answer.text(), "text/html")];
    }));
    for (const [address, page] of pages) {
      for (const link of page.querySelectorAll("tbody a")) link.href = new URL(link.getAttribute("href"), address).href;
      body.append(...page.querySelectorAll("tbody tr"));
    }
  }
});
