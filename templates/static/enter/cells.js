// The input of a cell, by what its column takes.

import { DAY } from "./words.js";

const { made } = window.sitegen;
const DIGITS = "\\s*[+\\-\u2212\u2013]?(?:[0-9]+|[1-9][0-9]{0,2}(?:[\\s'\u2019][0-9]{3})+)"; // as cell_values.py reads them
const PATTERNS = { whole: `${DIGITS}(?:[.,]0{1,2})?\\s*`, number: `${DIGITS}(?:[.,][0-9]+)?\\s*%?\\s*` };

export function inputOf({ kind, label, choices, isRequired, list }) {
  const needed = isRequired ? { required: "" } : {};
  if (choices.length) return made("select", needed, ...["", ...choices].map((each) => made("option", { value: each }, each)));
  const input = made("input", { type: kind === "date" ? "date" : "text", placeholder: label, autocomplete: "off", ...needed });
  if (PATTERNS[kind]) input.pattern = PATTERNS[kind];
  if (PATTERNS[kind]) input.inputMode = kind === "whole" ? "numeric" : "decimal";
  if (kind === "player") input.setAttribute("aria-autocomplete", "list");
  input.enterKeyHint = "next";
  if (list) input.setAttribute("list", list);
  return input;
}

/** Put a text in a cell; what its kind cannot hold is shown all the same, for the reader to judge. */
export function fill(input, text) {
  if (input.type === "date" && text && !DAY.test(text)) input.type = "text";
  input.value = text;
  if (input.value === text) return;
  if (input.tagName === "SELECT") input.append(made("option", { value: text }, text));
  else input.type = "text";
  input.value = text;
}
