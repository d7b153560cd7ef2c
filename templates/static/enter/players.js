// Who is known to the site, and who is entered here, by all that they are called.

import { called, slug } from "./words.js";

const { wordsOf } = window.sitegen;

/** Whom the site knows: on the page, or in a file beside it where they are many; nobody where it cannot be read. */
export async function knownOf(list) {
  const { beside } = list.dataset;
  if (!beside) return [...list.options];
  try {
    const answer = await fetch(beside);
    const rows = answer.ok ? await answer.json() : [];
    return rows.map(([id, name, also, club, note]) => ({ value: name, textContent: club, dataset: { id, also, note } }));
  } catch {
    return [];
  }
}

export class Players {
  /** What two are called leads to neither; of them the list offers the ids. */
  constructor(options, draft) {
    this.draft = draft;
    this.ids = new Map();
    this.names = new Map();
    this.known = options.map(({ value, textContent, dataset: { id, also = "", note = "" } }) => ({ id, name: value, club: textContent, note, words: wordsOf(`${value} ${also}`) }));
    for (const option of options) this.learn(option);
    for (const id of this.names.keys()) this.ids.set(id, id);
    for (const option of options) {
      if (!this.ids.get(called(option.value))) option.value = option.dataset.id;
    }
  }

  learn({ value, dataset: { id, also = "" } }) {
    this.names.set(id, value);
    for (const each of new Set([value, id, ...also.split("|")].map(called).filter(Boolean))) {
      this.ids.set(each, this.ids.has(each) ? "" : id);
    }
  }

  /** The id of who is meant, also of somebody who is entered here; nothing where nobody is known by that. */
  idOf(text) {
    const meant = called(text);
    const fresh = this.draft.now.rows.find(
      ({ table, cells }) => table === "players" && [cells.id, cells.name].some((each) => each && called(each) === meant),
    );
    return this.ids.get(meant) || fresh?.cells.id || "";
  }

  /** The first few with a word that begins so for each of these. */
  matching(begun, most) {
    if (!begun.length) return [];
    const isMeant = ({ words }) => begun.every((each) => words.some((word) => word.startsWith(each)));
    return this.known.filter(isMeant).slice(0, most);
  }

  /** What a player is entered by: the name, or the id where others have the name too. */
  nameOf(id) {
    const name = this.names.get(id);
    return this.ids.get(called(name)) ? name : id;
  }

  /** An id for somebody who has none. */
  freeId(name) {
    const known = slug(name) || "player";
    let id = known;
    for (let number = 2; this.ids.has(id) || this.idOf(id); number += 1) id = `${known}-${number}`;
    return id;
  }
}
