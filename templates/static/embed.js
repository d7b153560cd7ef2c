// The list in a frame: ?top=20, ?club=North or ?player=an-peeters say which of its rows are shown.
"use strict";

customElements.define("embedded-list", class extends HTMLElement {
  connectedCallback() {
    const asked = new URLSearchParams(location.search);
    const wanted = ["player", "club"].filter((name) => asked.get(name));
    const rows = [...this.querySelectorAll("tbody tr")];
    const found = rows.filter((row) => wanted.every((name) => row.dataset[name] === asked.get(name)));
    const top = Number.parseInt(asked.get("top"), 10);
    const most = top > 0 ? top : wanted.length ? found.length : 10;
    const shown = new Set(found.slice(0, most));
    for (const row of rows) row.hidden = !shown.has(row);
    this.classList.add("chosen");
  }
});
