// What scripts add to pages that are complete without them: sorting, finding and reading.
(() => {
  "use strict";

  const { words } = window.sitegen ?? {}; // of each language of the site (plan.py)
  const language = document.documentElement.lang || "en";
  const locale = language === "en" ? "en-GB" : language; // the day before the month, as in the pages
  const DECIMAL = (0.5).toLocaleString(locale)[1];
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  const MARKS = /\p{M}/gu;
  const LETTERS = { æ: "ae", đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ø: "o", œ: "oe", ß: "ss", þ: "th" };
  const LONG = 300; // of a table with more rows only those are laid out that one comes near to
  const AT_ONCE = 50; // rows of a table that is long, or sorted: to lay out others takes as long again
  const NEAR = "1500px";
  const ANYWHERE = "999999px"; // rows that are not many follow by themselves, frame by frame
  const FROM_DISK = window.location.protocol === "file:";
  const { src } = document.currentScript;
  const BASE = src && new URL("..", src); // the site, and below it the home page of this language

  /** The text without accents and capitals; some letters carry theirs inside. */
  const folded = (text) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(MARKS, "")
      .replace(/[æđðħıłøœßþ]/gu, (letter) => LETTERS[letter]);

  /** The words of what was typed, in any order. */
  const wordsOf = (text) => folded(text).split(/\s+/u).filter(Boolean);

  /** An element with its attributes, and what stands in it: texts become text, never markup. */
  function made(name, attributes = {}, ...inside) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  }

  /** What stands small beside the name of a row on a list: the club of a player. */
  const besideIn = (row) =>
    [...(row.querySelector("th")?.childNodes ?? [])]
      .slice(1)
      .map((each) => each.textContent)
      .join("")
      .trim();

  /** The page at an address, to be read; nothing where it cannot be. */
  async function read(address) {
    try {
      const answer = await fetch(address);
      return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    } catch {
      return null;
    }
  }

  /** The address of the home page, and the words of the search and of my player; nothing without the search. */
  function shared() {
    const link = document.querySelector("a.find-all");
    return link && { root: new URL("..", link.href).href, ...words[language] };
  }

  /** Opened from the disk, a folder is shown as what lies in it: links lead to the page in it. */
  function toPages(root) {
    for (const link of root.querySelectorAll("a[href]")) {
      const href = link.getAttribute("href"); // a link of a picture has no protocol of its own
      const [, path, rest] = /^([^?#]*)(.*)$/su.exec(href);
      const isOurs = path && new URL(href, document.baseURI).protocol === "file:";
      if (isOurs && /(?:^|\/)\.{0,2}$/u.test(path)) {
        link.setAttribute("href", `${path.replace(/([^/])$/u, "$1/")}index.html${rest}`);
      }
    }
  }

  /** A number as pages write it: with their decimal mark, a true minus, and zero without a sign. */
  function numberWritten(value, decimals, mark) {
    const plain = value.toFixed(decimals).replace(/^-(?=[0.]+$)/u, "");
    return plain.replace("-", "\u2212").replace(".", mark);
  }

  /** A day as pages write it, with their months: "Jan|Feb|…". */
  function dayWritten(date, months) {
    return `${date.getUTCDate()} ${months.split("|")[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  }

  /** The number that a cell shows, null when it shows none; places won go up, places lost down. */
  function numberIn(text) {
    if (text === "=") return 0;
    const plain = text
      .replace("▲", "")
      .replace(/[▼\u2212]/u, "-")
      .replace(/[\s%]/gu, "")
      .replace(DECIMAL, ".");
    const number = plain === "" ? NaN : parseFloat(plain);
    return Number.isNaN(number) ? null : number;
  }

  /** The day that an element shows, as files have it: a link whose address begins with the day has no other. */
  function dayIn(element) {
    const [, day, number] = /\/(\d{4}-\d\d-(\d\d))[^/]*\/(?:index\.html)?$/u.exec(element.getAttribute("href") ?? "") ?? [];
    return day && element.textContent.startsWith(`${Number(number)}\u00a0`) ? day : (element.dateTime ?? null);
  }

  /** What a cell is sorted by: its day, its number or its text; null when there is nothing in it. */
  function sortKey(cell, isNumber) {
    if (!cell) return null;
    const about = cell.querySelector("time") ?? cell.querySelector("a");
    const day = about && dayIn(about);
    if (day) return day;
    const text = cell.textContent.trim();
    return isNumber ? numberIn(text) : text || null;
  }

  /** Empty cells stand last in either order. */
  function compare(one, other, direction) {
    if (one === null || other === null) return (one === null) - (other === null);
    return direction * (typeof one === "number" ? one - other : collator.compare(one, other));
  }

  class RankingTable extends HTMLElement {
    connectedCallback() {
      this.table = this.querySelector("table");
      if (!this.table?.tHead || this.heads) return;
      this.below = new Map(); // what a row opens, which goes wherever the row goes
      this.above = new Map(); // the row that says what a row has in common with others
      this.rows = this.taken([...this.table.tBodies].flatMap((body) => [...body.rows]));
      this.first = [...this.rows];
      this.keys = [];
      this.later = []; // rows that are wanted and not shown yet
      this.heads = [...this.table.tHead.rows[0].cells];
      if (this.rows.length > 1) this.heads.forEach((head) => this.makeSortable(head));
      if (this.rows.length > LONG) {
        this.beginShort(NEAR);
        this.show();
      }
    }

    /** The rows without those that others open. */
    taken(rows) {
      const own = [];
      let head = null;
      for (const row of rows) {
        if (row.matches(".pic-row")) {
          if (!this.heads) this.picture = row; // of another page it is not taken
        } else if (row.querySelector("details")) this.below.set(own.at(-1), row);
        else own.push(row);
        if (row.matches(".event")) head = row;
        else if (head) this.above.set(row, head);
      }
      return own;
    }

    /** These rows, each with what it opens. */
    whole(rows) {
      return rows.flatMap((row) => [row, this.below.get(row) ?? []].flat());
    }

    /** Take rows of the same table that stood on another page. */
    add(rows) {
      if (!this.heads || !rows.length) return;
      const body = this.isJoined ? this.table.tBodies[0] : [...this.table.tBodies].at(-1);
      const own = this.taken(rows).filter(({ cells }) => !this.isJoined || cells.length > 1);
      body.append(...this.whole(own));
      this.first.push(...own);
      this.rows.push(...own);
      this.keys = [];
      if (!this.isShort && this.rows.length > LONG) this.beginShort(NEAR);
      const head = this.heads.find((each) => each.hasAttribute("aria-sort"));
      if (head) this.order(head, head.getAttribute("aria-sort"));
      else this.show();
    }

    /** Show the first rows, more as one comes near their end, and all to who searches or prints the page. */
    beginShort(rootMargin) {
      this.end = this.appendChild(made("div"));
      this.watch = new IntersectionObserver(
        ([{ isIntersecting }]) => {
          if (!isIntersecting || !this.later.length) return;
          this.showMore();
          this.goOn();
        },
        { rootMargin },
      );
      this.isShort = true;
      window.addEventListener("beforeprint", () => this.showMore(Infinity));
      window.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
        if ((key === "f" && (ctrlKey || metaKey)) || key === "F3") this.showMore(Infinity);
      });
    }

    /** Ask anew whether one is near the end: that it still is would not be told. */
    goOn() {
      this.watch.unobserve(this.end);
      this.watch.observe(this.end);
    }

    makeSortable(head) {
      const button = made("button", { type: "button" }, ...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => this.sort(head));
    }

    /** What the rows are sorted by, read once: they never change. */
    keysOf(head, column) {
      const { sort } = head.dataset;
      const keyOf = (row, place) => (sort === "order" ? place : sortKey(row.cells[column], sort));
      this.keys[column] ??= new Map(this.first.map((row, place) => [row, keyOf(row, place)]));
      return this.keys[column];
    }

    /** Numbers begin with the highest, ranks and words with the first; a second time turns the order. */
    sort(head) {
      const first = head.dataset.sort === "number" ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = head.getAttribute("aria-sort") === first ? other : first;
      this.order(head, order);
      if (this.isShort && this.getBoundingClientRect().top < 0) this.scrollIntoView(); // where rows stand already
    }

    order(head, order) {
      if (!this.isShort && this.rows.length > AT_ONCE) this.beginShort(ANYWHERE);
      this.holdWidths();
      const column = this.heads.indexOf(head);
      this.heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      const direction = order === "ascending" ? 1 : -1;
      const keys = this.keysOf(head, column);
      this.rows.sort((one, two) => compare(keys.get(one), keys.get(two), direction));
      this.join();
      this.show();
      if (!this.isShort) this.table.tBodies[0].append(...this.whole(this.rows));
    }

    /** In another order nothing is set apart, and no row heads a group. */
    join() {
      if (this.isJoined) return;
      this.isJoined = true;
      this.picture?.remove();
      const heads = this.rows.filter(({ cells }) => cells.length === 1);
      this.rows = this.rows.filter(({ cells }) => cells.length > 1);
      heads.forEach((each) => each.remove());
      const [body, ...others] = this.table.tBodies;
      for (const each of others) {
        body.append(...each.rows);
        each.remove();
      }
    }

    /** Show the rows that are wanted; of a long table the first of them. */
    show(isWanted = this.isWanted ?? (() => true)) {
      this.isWanted = isWanted;
      const wanted = this.rows.filter(isWanted);
      if (this.picture) this.picture.hidden = wanted.length < this.rows.length;
      this.later = this.isShort ? wanted.splice(AT_ONCE) : [];
      const now = new Set(wanted);
      for (const row of this.rows) if (row.hidden === now.has(row)) this.hide(row, !row.hidden);
      this.last = this.whole(wanted).at(-1);
      if (!this.isShort) return;
      if (this.isJoined) this.table.tBodies[0].prepend(...this.whole(wanted)); // the others when they are shown
      this.goOn();
    }

    hide(row, isHidden) {
      for (const each of this.whole([row])) each.hidden = isHidden;
    }

    showMore(most = AT_ONCE) {
      this.holdWidths();
      const next = this.whole(this.later.splice(0, most));
      for (const row of next) row.hidden = false;
      if (this.isJoined) this.last?.after(...next);
      this.last = next.at(-1) ?? this.last;
    }

    /** Show a row that something leads to, and all above it. */
    reveal(row) {
      this.showMore(this.later.indexOf(row) + 1);
    }

    /** The columns of a long table keep their width, or every row would be measured again. */
    holdWidths() {
      if (this.isHeld || !this.isShort) return;
      const widths = this.heads.map((head) => head.getBoundingClientRect().width);
      this.heads.forEach((head, place) => (head.style.width = widths[place] ? `${widths[place]}px` : ""));
      this.table.style.tableLayout = "fixed";
      this.isHeld = true;
      window.addEventListener("resize", () => this.letGo(), { once: true });
    }

    letGo() {
      this.heads.forEach((head) => (head.style.width = ""));
      this.table.style.tableLayout = "";
      this.isHeld = false;
    }
  }

  /** A table of the page among those that are searched together, with its tab. */
  class Part {
    constructor(place, tab) {
      this.tab = tab;
      this.count = tab?.querySelector("b");
      this.place = place.closest("section") ?? place.closest("ranking-table") ?? place;
      this.table = this.place.matches("ranking-table") ? this.place : this.place.querySelector("ranking-table");
    }

    /** What each row is found by, read when it is first asked. */
    get told() {
      const rows = this.table?.rows ?? [];
      if (this.read?.length === rows.length) return this.read;
      this.read = rows.map((row) => ({
        row,
        head: this.table.above.get(row),
        text: row.matches(".event") ? "" : folded(`${row.textContent} ${this.table.above.get(row)?.textContent ?? ""}`),
        club: besideIn(row),
        hasPlayed: "played" in row.dataset,
      }));
      return this.read;
    }

    /** How many rows are shown for what is asked. */
    find({ words, club, hasPlayed }) {
      const found = new Set();
      const heads = new Set();
      this.table?.holdWidths?.();
      for (const each of this.told) {
        const isFound = words.every((word) => each.text.includes(word));
        if (!isFound || (club && each.club !== club) || (hasPlayed && !each.hasPlayed)) continue;
        found.add(each.row);
        heads.add(each.head);
      }
      this.table?.show((row) => found.has(row) || heads.has(row));
      this.found = found.size;
      if (this.count) this.count.textContent = String(found.size);
    }

    set isCurrent(isCurrent) {
      this.place.hidden = !isCurrent;
      if (isCurrent) this.tab?.setAttribute("aria-current", "true");
      else this.tab?.removeAttribute("aria-current");
    }
  }

  /** One search over all tables of the page, which are its tabs; the address keeps what is asked. */
  class Finder {
    constructor(form) {
      this.form = form;
      this.input = form.querySelector("input[type=search]");
      this.club = form.querySelector("select");
      this.check = form.querySelector("input[type=checkbox]");
      this.status = made("span", { role: "status", class: "vh" });
      const tabs = [...document.querySelectorAll(".counts a[href^='#']")];
      const placed = tabs.map((tab) => [document.getElementById(tab.hash.slice(1)), tab]);
      this.parts = placed.filter(([place]) => place).map(([place, tab]) => new Part(place, tab));
      if (!this.parts.length) {
        const tables = [...document.querySelectorAll("main ranking-table")];
        this.parts = tables.map((each) => new Part(each, null));
      }
      this.current = this.parts[0];
      this.form.append(this.status);
      this.listen();
      this.begin();
    }

    /** Whether there are tabs, which a phone has no room for: there all lists stand below each other. */
    get hasTabs() {
      return this.parts.length > 1 && this.parts.every(({ tab }) => tab?.offsetParent);
    }

    listen() {
      this.form.addEventListener("submit", (event) => event.preventDefault());
      this.form.addEventListener("focusin", () => this.prepare(), { once: true });
      this.form.addEventListener("input", () => this.find());
      window.addEventListener("hashchange", () => this.follow());
      window.matchMedia("(max-width: 48rem)").addEventListener("change", () => {
        this.open(this.current);
        this.find();
      });
      for (const part of this.parts.filter((each) => each.tab)) {
        part.tab.addEventListener("click", (event) => {
          event.preventDefault();
          this.open(part);
          this.keep();
        });
      }
    }

    /** What the address asks for: `?q=dries&club=Scheldeboord&played=1`, and a row or a tab behind `#`. */
    begin() {
      const asked = new URLSearchParams(window.location.search);
      if (this.input) this.input.value = asked.get("q") ?? "";
      const clubs = [...(this.club?.options ?? [])].map((each) => each.value || each.text);
      if (this.club && clubs.includes(asked.get("club"))) this.club.selectedIndex = clubs.indexOf(asked.get("club"));
      if (this.check) this.check.checked = asked.has("played");
      this.open(this.parts[0]);
      if (["q", "club", "played"].some((each) => asked.get(each))) this.find();
      this.follow();
    }

    follow() {
      const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
      const part = target && this.parts.find((each) => each.place.contains(target));
      if (!part) return;
      this.open(part);
      part.table?.reveal(target.closest("tr"));
      target.scrollIntoView();
    }

    open(part) {
      this.current = part;
      const { hasTabs } = this; // which the browser lays the page out for
      for (const each of this.parts) if (each.tab) each.isCurrent = each === part || !hasTabs;
    }

    get asked() {
      const chosen = this.club?.selectedIndex > 0 ? this.club.selectedOptions[0] : null;
      return {
        words: wordsOf(this.input?.value ?? ""),
        club: chosen ? chosen.value || chosen.text : "",
        hasPlayed: Boolean(this.check?.checked),
      };
    }

    /** What the first key would wait for: a long list is read when one comes to the form. */
    prepare() {
      for (const { table, told } of this.parts) if (told.length) table.holdWidths?.();
    }

    find() {
      const asked = this.asked;
      for (const each of this.parts) each.find(asked);
      const found = this.parts.reduce((sum, each) => sum + each.found, 0);
      if (this.hasTabs && found && !this.current.found) this.open(this.parts.find((each) => each.found));
      const isAsked = asked.words.length || asked.club || asked.hasPlayed;
      if (!this.hasTabs) for (const each of this.parts) each.place.hidden = isAsked && !each.found;
      clearTimeout(this.timer); // said, and kept, when one has done typing
      this.timer = setTimeout(() => this.keep(isAsked ? `${this.form.dataset.found} ${found}` : ""), 250);
    }

    keep(told = this.status.textContent) {
      this.status.textContent = told;
      const { club, hasPlayed } = this.asked;
      const asked = { q: this.input?.value.trim(), club, played: hasPlayed ? "1" : "" };
      const kept = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
      const tab = this.hasTabs && this.current !== this.parts[0] ? this.current.tab.hash : "";
      const query = String(kept) && `?${kept}`;
      try {
        history.replaceState(null, "", `${window.location.pathname}${query}${tab}`);
      } catch {
        // Some browsers keep nothing in the address of a file.
      }
    }
  }

  /** The steps of a line: days since the first, and points below the top of the axis (charts/line.py has those since the step before). */
  function stepsOf(line) {
    let [day, below] = [0, 0];
    return [...line.getAttribute("d").matchAll(/[Mh](\d+)(?:[,v]([\d.-]+))?/gu)].map(([, days, down]) => {
      day += Number(days);
      below += Number(down ?? 0);
      return [day, below];
    });
  }

  const MOST = 2000; // characters of an address: every browser and server takes so many, GitHub some 8,000

  /** What a row says, a line for each of its cells; days as they are in files. What it opens says more of it. */
  function saidIn(row) {
    const heads = row.closest("table").tHead.rows[0].cells;
    if (row.querySelector("details")) {
      const more = [...row.querySelector("summary").parentNode.childNodes].filter((each) => !each.matches?.("summary, .flag"));
      return [...saidIn(row.previousElementSibling), more.map((each) => each.textContent).join("")];
    }
    return [...row.cells].flatMap((cell, place) => {
      const shown = cell.cloneNode(true);
      for (const each of shown.querySelectorAll(".flag, .ph")) each.remove();
      for (const each of shown.querySelectorAll("time, a")) {
        const day = dayIn(each);
        if (day) each.textContent = day;
      }
      const text = shown.textContent.replace(/\s+/gu, " ").trim();
      return text ? [`${heads[place].textContent.trim()}: ${text}`] : [];
    });
  }

  /** Whoever goes to the form for a row of many takes along the page, and what the row says. */
  function fillIn({ target }) {
    const link = target.closest?.(".flag");
    const form = link && new URL(link.href);
    if (!form || form.searchParams.has("page")) return;
    const known = new URL(document.querySelector(".mistake [href], .mistake[href]")?.href ?? window.location).searchParams;
    for (const [name, value] of known) if (!form.searchParams.has(name)) form.searchParams.set(name, value);
    for (const said = saidIn(link.closest("tr")); said.length; said.pop()) {
      form.searchParams.set("published", said.join("\n"));
      if (form.href.length <= MOST) break;
      form.searchParams.delete("published");
    }
    link.href = form.href;
  }

  /** The row of a player on the list at an address, which may have parts; nothing where there is none. */
  async function rowOn(page, address, id) {
    for (const way of [null, ...page.querySelectorAll(".pieces a:not([aria-current])")]) {
      const found = (way ? await read(new URL(way.getAttribute("href"), address)) : page)?.getElementById(id);
      if (found?.matches("tbody tr")) return found;
    }
    return null;
  }

  for (const way of ["click", "auxclick", "contextmenu"]) document.addEventListener(way, fillIn);
  window.sitegen = { BASE, FROM_DISK, besideIn, collator, dayWritten, folded, locale, made, numberWritten, read, rowOn, shared, stepsOf, toPages, wordsOf };
  customElements.define("ranking-table", RankingTable);
  if (FROM_DISK) toPages(document);
  const form = document.querySelector("main form.find[role=search]");
  if (form) new Finder(form);

  // What a legend says of a column is told at its head too, where somebody points at it.
  const meanings = new Map();
  for (const label of document.querySelectorAll(".legend dt")) {
    const told = [];
    let each = label.nextElementSibling;
    while (each?.matches("dt")) each = each.nextElementSibling;
    for (; each?.matches("dd"); each = each.nextElementSibling) told.push(each.textContent.trim());
    meanings.set(label.textContent.trim(), told.join("; "));
  }
  for (const head of meanings.size ? document.querySelectorAll("main thead th") : []) {
    const told = meanings.get((head.querySelector("button") ?? head).firstChild?.textContent.trim());
    if (told) head.title = told;
  }

  // On a phone the rankings stand on one line: the one that the page belongs to is brought into view.
  const current = document.querySelector(".site ul [aria-current]");
  if (current) {
    const line = current.closest("ul");
    line.scrollLeft = current.offsetLeft - line.offsetLeft - (line.clientWidth - current.offsetWidth) / 2;
  }
})();
