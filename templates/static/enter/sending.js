// The files, and the ways to send each of them; what went one of those ways is marked as sent, as saved, or as begun
// where another program has it, in which it is still to be sent.

import { filled, timeOf } from "./words.js";

const { made } = window.sitegen;
const LONGEST = 7000; // characters of an address that GitHub takes
const LONGEST_MAIL = 1900; // and of one by which a letter is begun: above that the file is to be attached

export class Sending {
  constructor(form, entry, texts) {
    Object.assign(this, { form, entry, texts });
    Object.assign(this, form.parentElement.dataset);
    this.part = form.querySelector(".made");
  }

  offer(files, isRight) {
    this.part.hidden = !files.length;
    if (this.trial !== undefined) return;
    this.form.querySelector(".several").hidden = files.length < 2;
    const again = () => this.offer(files, isRight);
    this.part.querySelector("div").replaceChildren(...files.flatMap((each) => this.parcel(each, isRight, again)));
  }

  /** Nothing can be sent until it is offered again. */
  withdraw() {
    for (const ways of this.part.querySelectorAll("div > .acts")) ways.replaceChildren();
  }

  parcel(file, isRight, again) {
    const ways = made("p", { class: "acts" });
    if (isRight) ways.append(...this.ways(file, again));
    const told = this.stateOf(file);
    return [
      made("h3", {}, made("code", {}, file.path)),
      made("pre", { tabindex: "0" }, made("code", {}, file.text)),
      ways,
      ...(told ? [made("p", { class: "note" }, told)] : []),
    ];
  }

  stateOf({ path, text }) {
    const sent = this.entry.draft.now.sent[path];
    if (!sent) return "";
    const { isSaved, isBegun, isPublished, anew } = sent;
    const [before, same] = isSaved ? ["stale", "saved"] : [isBegun ? "outdated" : "changed", isBegun ? "begun" : "sent"];
    const state = sent.text !== text ? before : isPublished ? "published" : anew ? "anew" : same;
    return filled(this.texts[state], { time: state === "anew" ? sent.anew : sent.time });
  }

  *ways(file, again) {
    const { folder, file: name, text } = file;
    const marked = (how) => () => {
      this.mark(file, how);
      again();
    };
    const [begun, sent, saved] = [marked("isBegun"), marked("isSent"), marked("isSaved")];
    const address = `${this.github}/new/main/${folder}?filename=${encodeURIComponent(name)}&value=${encodeURIComponent(text)}`;
    const isShort = address.length <= LONGEST;
    if (this.github && isShort) yield this.way("send", made("a", { href: address, target: "_blank", rel: "noopener" }), begun);
    const shared = { files: [new File([text], name, { type: "text/csv" })] };
    const download = () => made("a", { href: URL.createObjectURL(shared.files[0]), download: name });
    const [letter, isWhole] = this.contact ? this.letter(name, text) : [];
    const write = () => {
      if (!isWhole) download().click(); // there it is to be attached from
      begun();
    };
    if (this.contact) yield this.way("mail", made("a", { href: letter }), write);
    const share = () => navigator.share(shared).then(sent);
    if (navigator.canShare?.(shared)) yield this.way("share", made("button", { type: "button" }), share);
    yield this.way("download", download(), saved);
    yield this.way("copy", made("button", { type: "button" }), () => navigator.clipboard.writeText(text));
    if (this.github && !isShort) yield made("span", { class: "note" }, this.texts.long);
    if (this.contact && !isWhole) yield made("span", { class: "note" }, this.texts.attached);
  }

  /** A letter to whoever keeps the ranking, and whether the whole file is its text; else it says what to attach. */
  letter(name, text) {
    const begun = `mailto:${this.contact}?subject=${encodeURIComponent(`${this.title}: ${name}`)}`;
    const saying = (body) => `${begun}&body=${encodeURIComponent(body.replaceAll("\n", "\r\n"))}`;
    const isWhole = saying(text).length <= LONGEST_MAIL;
    return [saying(isWhole ? text : filled(this.texts.attach, { file: name })), isWhole];
  }

  way(name, element, act) {
    element.append(this.texts[name]);
    element.addEventListener("click", async () => {
      try {
        await act();
      } catch {
        // somebody thought better of it
      }
    });
    return element;
  }

  /** What was sent stays so where it is saved again. */
  mark({ path, text }, how) {
    const known = this.entry.draft.now.sent[path];
    if (how === "isSaved" && known?.text === text && !known.isSaved) return;
    this.entry.draft.change((now) => (now.sent[path] = { time: timeOf(new Date()), text, [how]: true }));
    this.form.dispatchEvent(new Event("sent"));
  }
}
