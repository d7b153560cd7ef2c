// Results entered in a grid that the browser keeps, and the files that come of it; where the site calculates in the
// browser, what reads its files answers at every change.

import { Asking } from "./asking.js";
import { Drawn } from "./drawn.js";
import { show, sayNot } from "./effect.js";
import { Entry } from "./entry.js";
import { filesOf } from "./files.js";
import { Grid } from "./grid.js";
import { knownOf } from "./players.js";
import { Sending } from "./sending.js";
import { Shared } from "./shared.js";
import { Several } from "./several.js";
import { Verdict } from "./verdict.js";
import { Watch } from "./watch.js";
import { plain } from "./words.js";

const PAUSE = 400; // milliseconds without a key before it is asked what is right
const QUIET = 800; // and as many more before it is asked what it does
const SOON = 3000; // within so many an answer is there as a rule; then somebody may want to stop it
const LONGEST = 10_000; // of that where an answer takes long, during which no other can be had
const quiet = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

class EnterResults extends HTMLElement {
  async connectedCallback() {
    const known = await knownOf(this.querySelector("#list-players"));
    const texts = this.querySelector(":scope > template").content.querySelectorAll("[data-text]");
    this.texts = Object.fromEntries([...texts].map(({ dataset, textContent }) => [dataset.text, textContent]));
    this.form = this.querySelector("form");
    this.effect = this.form.querySelector(".does");
    this.status = this.form.querySelector("[role=status]");
    this.progress = this.form.querySelector("progress");
    this.entry = new Entry(this, known);
    this.grid = new Grid(this.form, this.entry, this.texts);
    this.shared = new Shared(this.form, this.entry, this.texts);
    this.drawn = new Drawn(this.form, this.entry, this.texts, (name, row) => this.made(name, row));
    this.several = new Several(this.form, this.entry, this.texts, (row) => this.made(this.entry.table.name, row));
    this.verdict = new Verdict(this.form, this.grid, this.texts, (name) => this.turn(name));
    this.sending = new Sending(this.form, this.entry, this.texts);
    this.asking = new Asking(this, this.entry, (progress) => this.load(progress));
    document.querySelector("meta[name=viewport]").content += ", interactive-widget=resizes-content"; // above the keyboard
    this.hasHidden = "veiled" in this.dataset;
    this.asked = 0;
    this.begin();
    this.listen();
    this.querySelector(".without").remove();
    this.form.hidden = false;
    this.grid.show();
    this.changed();
    this.watch = new Watch(this, this.entry, () => this.changed());
  }

  begin() {
    if ("trial" in this.dataset) this.entry.draft.clear(); // each visit asks anew
    const player = new URLSearchParams(window.location.search).get("player");
    if (!this.drawn.begin(player)) this.entry.begin(player);
    if (player && "trial" in this.dataset) this.name(player);
    this.form.elements.club.value = this.entry.draft.now.club;
    this.form.elements.table.value = this.entry.table.name;
  }

  /** What is asked about a player says so in its title. */
  name(player) {
    document.title = `${this.entry.players.nameOf(player) ?? ""}: ${document.title}`;
  }

  listen() {
    const { club, table, anew, stop, retry } = this.form.elements;
    stop.addEventListener("click", () => this.asking.stop());
    retry.addEventListener("click", () => this.asking.again());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("shown", () => this.verdict.mark());
    this.form.addEventListener("typed", () => this.later());
    this.form.addEventListener("entered", () => this.changed());
    this.form.addEventListener("sent", () => this.watch.begin());
    table.addEventListener("change", () => this.turn(table.value));
    club.addEventListener("input", () => {
      this.entry.place(plain(club.value));
      this.grid.show();
      this.later();
    });
    anew.addEventListener("click", () => {
      this.entry.draft.clear();
      this.grid.show();
      this.changed();
    });
    window.addEventListener("storage", ({ key }) => key === this.entry.draft.key && this.again());
    window.addEventListener("focus", () => this.again());
  }

  turn(name) {
    this.form.elements.table.value = name;
    this.entry.table = this.entry.tables.get(name);
    this.grid.show();
    if (!this.asking.isLive) this.changed();
  }

  /** Rows have come, of which this is the first. */
  made(table, row) {
    this.turn(table);
    if (row) this.grid.focus(row, 0);
    this.changed();
  }

  /** What another window has entered is shown here, too. */
  again() {
    if (!this.entry.draft.isOlder()) return;
    this.form.elements.club.value = this.entry.draft.now.club;
    this.grid.again();
    this.changed();
  }

  later() {
    this.asked += 1; // what is still to be answered is outdated, and what could be sent
    this.sending.withdraw();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.changed(), PAUSE);
  }

  /** Ask what is right about what is entered now, and then what it does. */
  async changed() {
    clearTimeout(this.waiting);
    this.asked += 1;
    const { asked } = this;
    const files = filesOf(this.entry);
    this.tell(files.length ? "checking" : "empty");
    this.effect.hidden = true;
    this.sending.offer(files, false);
    this.form.elements.retry.hidden = true;
    if (!files.length) {
      this.answered();
      return this.verdict.judge([], []);
    }
    clearTimeout(this.slow);
    this.slow = setTimeout(() => (this.form.elements.stop.hidden = false), SOON);
    const problems = await this.asking.ask("check", files);
    if (asked !== this.asked) return undefined;
    this.answered();
    if (!problems) return this.alone(files);
    this.verdict.judge(files, problems);
    const { errors, isSendable } = this.verdict;
    const isNew = this.hasHidden && files.some(({ table }) => table === "players");
    this.tell(isSendable ? (errors.length ? "unknown" : isNew ? "newcomer" : "right") : "wrong");
    this.sending.offer(files, isSendable);
    return errors.length ? undefined : this.weigh(files, asked);
  }

  /** What it does is asked when nobody types: the longer an answer takes, the longer it is waited for that. */
  async weigh(files, asked) {
    await quiet(Math.min(LONGEST, Math.max(QUIET, this.took ?? 0)));
    if (asked !== this.asked) return;
    const begun = performance.now();
    const change = await this.asking.ask("preview", files);
    this.took = performance.now() - begun;
    if (asked !== this.asked) return;
    if (!change) sayNot(this.effect, this.asking.why);
    else if (change.problems.every(({ severity }) => severity !== "error")) {
      show(this.effect, change);
      this.verdict.showUncounted(change.uncounted ?? []);
    }
  }

  answered() {
    clearTimeout(this.slow);
    this.form.elements.stop.hidden = true;
    this.progress.hidden = true;
  }

  /** What the columns alone have checked can be sent, and why no more was checked is told. */
  alone(files) {
    const isRight = this.verdict.alone(files);
    this.tell("columns", this.asking.why);
    this.form.elements.retry.hidden = !this.asking.hasEngine;
    this.sending.offer(files, isRight);
  }

  load({ loaded, total }) {
    this.progress.hidden = false;
    this.form.elements.stop.hidden = false;
    this.progress.max = total || 1;
    this.progress.value = loaded;
    this.tell("loading");
  }

  tell(name, why = "") {
    const { isKept } = this.entry.draft;
    this.status.textContent = [this.texts[name], isKept ? "" : this.texts.unkept].join(" ").trim();
    this.form.querySelector(".why").textContent = why;
    this.grid.uncover();
  }
}

customElements.define("enter-results", EnterResults);
