// Texts and days, as what is entered and its files need them.

const { folded, locale } = window.sitegen;
const LONGEST = 40; // characters of a name of a file, or of an id

export const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** A text without accents, capitals and blanks around it: by that somebody is found. */
export const called = (text) => folded(text).trim();

/** A text as a part of a name of a file. */
export const slug = (text) =>
  folded(text)
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-+|-+$/gu, "")
    .slice(0, LONGEST);

/** A text in one line. */
export const plain = (text) => text.replace(/[\r\n\t]+/gu, " ");

/** A text of the page with its values in their places. */
export const filled = (text, values) => text.replace(/\{(\w+)\}/gu, (_, name) => values[name]);

/** What day it is in a time zone. */
export const dayIn = (timeZone) => new Intl.DateTimeFormat("sv", { timeZone }).format(new Date());

/** The time of a moment in a time zone, in digits alone. */
export const timeIn = (timeZone, moment) =>
  new Intl.DateTimeFormat("sv", { timeZone, hour: "2-digit", minute: "2-digit" }).format(moment).replace(":", "");

/** A time of the day, as the language has it. */
export const timeOf = (moment) => moment.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
