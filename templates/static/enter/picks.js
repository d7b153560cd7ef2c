// The choices of a result as buttons of their own, to be pressed with a thumb.

const { made } = window.sitegen;

/** Buttons that choose in a list, which stays for keyboards. */
export function picksOf(select, label) {
  const buttons = [...select.options].filter(({ value }) => value).map((option) => buttonOf(select, option));
  const show = () => buttons.forEach((each) => each.setAttribute("aria-pressed", String(each.value === select.value)));
  select.addEventListener("input", show);
  show();
  return made("span", { class: "picks", role: "group", "aria-label": label }, ...buttons);
}

/** Pressed again it takes its choice back. */
function buttonOf(select, { value, textContent }) {
  const button = made("button", { type: "button", name: "pick", value }, textContent);
  button.addEventListener("click", () => {
    select.value = select.value === value ? "" : value;
    select.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return button;
}
