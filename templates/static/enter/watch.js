// Whether what was sent is published: the feed tells that the site was made anew, and the files that the site
// calculates with what is in it. It is looked for while the page is seen, ever less often, and when somebody comes back.

import { timeOf } from "./words.js";

const FIRST = 30_000; // milliseconds until it is looked for again
const LONGEST = 600_000;
const LONGER = 1.5;

export class Watch {
  /** `onChange` is called when there is something new. */
  constructor(page, entry, onChange) {
    Object.assign(this, { entry, onChange });
    this.feed = document.querySelector("link[type='application/atom+xml']").href;
    this.files = "engine" in page.dataset ? `${entry.base}engine/${entry.ranking}.json` : "";
    for (const name of ["focus", "online"]) window.addEventListener(name, () => this.begin());
    document.addEventListener("visibilitychange", () => this.begin());
    this.begin();
  }

  get waiting() {
    return Object.values(this.entry.draft.now.sent).filter(({ isPublished, anew }) => !isPublished && !anew);
  }

  /** Look at once, even where the feed says nothing new. */
  begin() {
    this.pause = FIRST;
    this.mark = "";
    this.next();
  }

  /** Nothing goes on while nobody sees the page, or nothing is waited for. */
  async next() {
    clearTimeout(this.timer);
    if (document.hidden || !this.waiting.length) return;
    await this.look();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), this.pause);
    this.pause = Math.min(LONGEST, this.pause * LONGER);
  }

  async look() {
    try {
      const [mark, time] = await this.pulse();
      if (mark !== this.mark) await (this.files ? this.find() : this.compare(mark, time));
      this.mark = mark;
    } catch {
      // there is no network: it is looked again when there is one, or somebody comes back
    }
  }

  /** What tells one making of the site from another, and when that was. */
  async pulse() {
    const answer = await fetch(this.feed, { cache: "no-cache" });
    const changed = answer.headers.get("Last-Modified");
    const mark = [answer.headers.get("ETag"), changed, await answer.text()].join("\n");
    return [mark, changed ? new Date(changed) : new Date()];
  }

  async find() {
    const answer = await fetch(this.files, { cache: "no-cache" });
    const { files } = await answer.json();
    this.change((each, path) => (each.isPublished ||= path in files));
  }

  /** Without files to look into, a site that was made anew since then has what was sent, or somebody has yet to accept it. */
  compare(mark, time) {
    this.change((each) => {
      each.mark ??= mark;
      if (each.mark !== mark) each.anew = timeOf(time);
    });
  }

  change(how) {
    const before = this.waiting.length;
    this.entry.draft.change(({ sent }) => Object.entries(sent).forEach(([path, each]) => how(each, path)));
    if (this.waiting.length < before) this.onChange();
  }
}
