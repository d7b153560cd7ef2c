// What is the same in all rows of a table stands once: above them what is needed, such as the day, and the rest below.

import { fill, inputOf } from "./cells.js";
import { filled, plain } from "./words.js";

const { made } = window.sitegen;

export class Shared {
  constructor(form, entry, texts) {
    Object.assign(this, { form, entry, texts });
    [this.needed, this.others] = form.querySelectorAll(":scope > .choices");
    form.addEventListener("shown", () => this.show());
  }

  /** The fields, made anew where they are others: the club always stands there, for the name of the file too. */
  show() {
    const columns = this.entry.shared.filter(({ name }) => name !== "club");
    const named = [this.entry.table.name, ...columns.map(({ name }) => name)].join();
    if (named !== this.named) {
      for (const each of this.form.querySelectorAll("[data-shared]:not([data-shared=club])")) each.remove();
      for (const each of columns) (each.isRequired ? this.needed : this.others).append(this.field(each));
    }
    this.named = named;
    for (const { name } of columns) {
      const input = this.form.querySelector(`[data-shared="${CSS.escape(name)}"] :is(input, select)`);
      if (input !== document.activeElement) fill(input, this.entry.rows[0]?.cells[name] ?? "");
    }
  }

  field(column) {
    const input = inputOf(column, this.texts);
    input.removeAttribute("placeholder");
    input.addEventListener("input", () => {
      this.entry.share(column.name, plain(input.value));
      this.form.dispatchEvent(new Event("typed"));
    });
    return made("div", { "data-shared": column.name, "data-kind": column.kind }, made("label", {}, filled(this.texts.all, { column: column.label }), " ", input));
  }
}
