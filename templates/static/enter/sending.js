// The files, and the ways to send each of them; what went one of those ways is marked as sent.

import { filled, timeOf } from "./words.js";

const { made } = window.sitegen;
const LONGEST = 7000; // characters of an address that GitHub takes
const LONGEST_MAIL = 1900; // and of one by which a letter is begun: above that it is without the file

export class Sending {
  constructor(form, entry, texts) {
    Object.assign(this, { form, entry, texts });
    Object.assign(this, form.parentElement.dataset);
    this.part = form.querySelector(".made");
  }

  offer(files, isRight) {
    this.part.hidden = !files.length;
    this.form.querySelector(".several").hidden = files.length < 2;
    const again = () => this.offer(files, isRight);
    this.part.querySelector("div").replaceChildren(...files.flatMap((each) => this.parcel(each, isRight, again)));
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
    const state = sent.text !== text ? "changed" : sent.isPublished ? "published" : sent.anew ? "anew" : "sent";
    return filled(this.texts[state], { time: state === "anew" ? sent.anew : sent.time });
  }

  *ways(file, again) {
    const { folder, file: name, text } = file;
    const sent = () => {
      this.mark(file);
      again();
    };
    const address = `${this.github}/new/main/${folder}?filename=${encodeURIComponent(name)}&value=${encodeURIComponent(text)}`;
    const isShort = address.length <= LONGEST;
    if (this.github && isShort) yield this.way("send", made("a", { href: address, target: "_blank", rel: "noopener" }), sent);
    if (this.contact) yield this.way("mail", made("a", { href: this.letter(name, text) }), sent);
    const shared = { files: [new File([text], name, { type: "text/csv" })] };
    const share = () => navigator.share(shared).then(sent);
    if (navigator.canShare?.(shared)) yield this.way("share", made("button", { type: "button" }), share);
    yield this.way("download", made("a", { href: URL.createObjectURL(shared.files[0]), download: name }), sent);
    yield this.way("copy", made("button", { type: "button" }), () => navigator.clipboard.writeText(text));
    if (this.github && !isShort) yield made("span", { class: "note" }, this.texts.long);
  }

  /** A letter to whoever keeps the ranking, with the file as its text. */
  letter(name, text) {
    const begun = `mailto:${this.contact}?subject=${encodeURIComponent(`${this.title}: ${name}`)}`;
    const whole = `${begun}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;
    return whole.length <= LONGEST_MAIL ? whole : begun;
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

  mark({ path, text }) {
    this.entry.draft.change((now) => (now.sent[path] = { time: timeOf(new Date()), text }));
    this.form.dispatchEvent(new Event("sent"));
  }
}
