// Who rose how much in any form and period: the ready tables for any two days, from the published evenings.
"use strict";

(() => {
  const MINUS = "\u2212";
  const SAME = 10 ** 4; // the published figures have six decimals: sums of them are the same to four

  /** `+3.50`, `−0.25`, `0.00`, as the pages write it. */
  function signed(value, decimal) {
    const text = value.toFixed(2).replace("-", MINUS).replace(".", decimal);
    if (!/[1-9]/u.test(text)) return text.replace(MINUS, "");
    return value > 0 ? `+${text}` : text;
  }

  /** The cells that show a player, by id: linked where the player has a page. */
  function shownPlayers() {
    const shown = new Map();
    for (const cell of document.querySelectorAll("ranking-table tbody th")) {
      const link = cell.querySelector("a");
      const id = link
        ? link.getAttribute("href").split("/").at(-2)
        : cell.textContent.trim().toLowerCase().replace(/\s+/gu, "-");
      if (!shown.has(decodeURIComponent(id))) shown.set(decodeURIComponent(id), cell);
    }
    return shown;
  }

  class RiserPicker extends HTMLElement {
    /** Opened straight from the disk a page may read no data: then the ready tables are all there is. */
    async connectedCallback() {
      if (window.location.protocol === "file:") {
        this.remove();
        return;
      }
      const answer = await fetch(this.dataset.evenings);
      if (answer.ok) this.begin(await answer.json());
    }

    begin({ columns, rows }) {
      const at = Object.fromEntries(columns.map(({ name }, place) => [name, place]));
      this.evenings = rows.map((row) => ({
        date: row[at.date],
        form: row[at.form],
        player: row[at.player],
        change: row[at.rating] - row[at.before],
      }));
      this.players = shownPlayers();
      this.append(this.querySelector("template").content.cloneNode(true));
      this.addEventListener("input", () => this.show());
      this.show();
    }

    chosen(name) {
      return this.querySelector(`[name=${name}]`).value;
    }

    /** What each player won or lost, the most first; equal ones share a rank, and the next is left out. */
    risers() {
      const [form, from, through] = ["form", "from", "through"].map((name) => this.chosen(name));
      const sums = new Map();
      for (const each of this.evenings) {
        const isMeant = form === "all" || each.form === form;
        if (isMeant && each.date >= from && each.date <= through) {
          sums.set(each.player, (sums.get(each.player) ?? 0) + each.change);
        }
      }
      const name = (player) => this.players.get(player)?.textContent ?? player;
      const ordered = [...sums].map(([player, sum]) => ({ player, sum, same: Math.round(sum * SAME) }));
      ordered.sort((one, two) => two.same - one.same || name(one.player).localeCompare(name(two.player)));
      ordered.forEach((each, place) => {
        const before = ordered[place - 1];
        each.rank = before && before.same === each.same ? before.rank : place + 1;
      });
      return ordered;
    }

    show() {
      const risers = this.risers();
      this.querySelector("tbody").replaceChildren(...risers.map((each) => this.row(each)));
      this.querySelector("[role=status]").textContent = String(risers.length);
    }

    row({ rank, player, sum }) {
      const row = document.createElement("tr");
      const shown = this.players.get(player);
      const head = shown ? shown.cloneNode(true) : document.createElement("th");
      if (!shown) head.textContent = player;
      row.append(this.cell(String(rank)), head, this.cell(signed(sum, this.dataset.decimal)));
      return row;
    }

    cell(text) {
      const cell = document.createElement("td");
      cell.textContent = text;
      return cell;
    }
  }

  customElements.define("riser-picker", RiserPicker);
})();
