// What a reader sees of a formula, by where its parts stand: letters that are upright within ‹ ›, a blank for a gap.
(math) => {
  const texts = (element) => {
    const found = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (/[^\s\u2061\u2063]/.test(node.data)) found.push(box);
    }
    return found;
  };
  const isFence = (element) => element.localName === "mo" && /^[()[\]{}|‖⌊⌋⌈⌉⟨⟩/]$/.test(element.textContent);
  const isDrawn = (element) => ["mfrac", "msqrt", "mroot"].includes(element.localName);
  const extent = (element) => {
    const boxes = texts(element);
    for (const part of [element, ...element.querySelectorAll("mfrac, msqrt, mroot")])
      if (isDrawn(part)) boxes.push(part.getBoundingClientRect());
    const [left, right, top, bottom] = ["left", "right", "top", "bottom"].map((side) =>
      boxes.map((box) => box[side]),
    );
    const box = isFence(element) && element.getBoundingClientRect(); // it grows, and the text in it does not
    if (box) [left[0], right[0]] = [box.left, box.right];
    return {
      left: Math.min(...left), right: Math.max(...right), top: Math.min(...top), bottom: Math.max(...bottom),
      middle: (Math.min(...left) + Math.max(...right)) / 2, height: (Math.min(...top) + Math.max(...bottom)) / 2,
    };
  };
  const size = (element) => parseFloat(getComputedStyle(element).fontSize);
  const isSeen = (element) => texts(element).length > 0;
  const row = (elements) => {
    let line = "";
    let end, gap;
    for (const element of elements.filter(isSeen)) {
      const here = extent(element);
      if (end !== undefined && here.left - end > gap * size(element)) line += " ";
      line += read(element);
      end = here.right;
      gap = /^msu/.test(element.localName) ? 0.2 : 0.12; // every font has a little room behind indices
    }
    return line;
  };
  const scripts = (base, below, above) => {
    const at = isSeen(base) ? extent(base) : { left: 0, right: 0, height: 0, isNone: true };
    const place = (element, isBelow) => {
      if (!element || !isSeen(element)) return "";
      const here = extent(element);
      const isBeside = at.isNone || here.middle > at.right;
      const isUnder = !isBeside && Math.abs(here.middle - at.middle) < 0.35 * size(base);
      const isAccent = base.parentElement.getAttribute("accent") === "true";
      const isRight = at.isNone || isAccent || (isBelow ? here.height > at.height : here.height < at.height);
      const mark = isUnder ? (isBelow ? "↓" : "↑") : isBeside ? (isBelow ? "_" : "^") : "?";
      return `${isRight ? mark : "?"}{${read(element)}}`;
    };
    return `${read(base)}${place(below, true)}${place(above, false)}`;
  };
  const column = (cells) => {
    const boxes = cells.filter(isSeen).map(extent);
    const agree = (name) => Math.max(...boxes.map((box) => box[name])) - Math.min(...boxes.map((box) => box[name])) < 1;
    if (boxes.length < 2 || (agree("left") && agree("right"))) return "=";
    return agree("left") ? "l" : agree("right") ? "r" : agree("middle") ? "c" : "?";
  };
  const width = (element, side) => parseFloat(getComputedStyle(element)[`border${side}Width`]);
  const table = (element) => {
    const rows = [...element.children].map((line) => [...line.children]);
    const columns = rows[0].map((_, place) => column(rows.map((cells) => cells[place]).filter(Boolean))).join("");
    const lines = rows.map((cells, number) => {
      const above = cells.every((cell) => width(cell, "Top")) || (!number && width(element, "Top")) ? "― " : "";
      const below = cells.every((cell) => width(cell, "Bottom")) ? " ―" : "";
      const texts = cells.map((cell) => row([...cell.children]) + (width(cell, "Right") ? " |" : "")).join(" & ");
      return `${above}${width(element, "Left") ? "| " : ""}${texts}${below}`;
    });
    return `[${columns}: ${lines.join("; ")}]`;
  };
  const leaf = (element) => {
    const text = element.textContent.replace(/[\u2061\u2063\ufe00]/g, "").replace(/[\u00a0\s]+/g, " ");
    const isItalic = element.localName === "mi" && [...text].length === 1 && element.getAttribute("mathvariant") !== "normal";
    const isBold = [...element.querySelectorAll("*")].some((part) => parseInt(getComputedStyle(part).fontWeight) > 500);
    const isSlanted = [...element.querySelectorAll("*")].some((part) => getComputedStyle(part).fontStyle === "italic");
    if (isBold) return `‹**${text}**›`;
    if (isSlanted || isItalic || !["mi", "mtext"].includes(element.localName)) return text;
    return `‹${text}›`;
  };
  const framed = (element, inside) => {
    const style = getComputedStyle(element);
    const [top, right, bottom, left] = ["Top", "Right", "Bottom", "Left"].map((side) => width(element, side) > 0);
    if (style.backgroundImage !== "none") return `struck{${inside}}`;
    if (top && right && bottom && left) return `▢{${inside}}`;
    return top ? `over{${inside}}` : bottom ? `under{${inside}}` : inside;
  };
  const read = (element) => {
    const parts = [...element.children];
    if (getComputedStyle(element).visibility === "hidden" || element.localName === "mphantom") return "hidden";
    switch (element.localName) {
      case "mi": case "mn": case "mo": case "mtext":
        return leaf(element);
      case "mfrac": {
        const isThere = extent(parts[0]).height < extent(parts[1]).height;
        const line = element.getAttribute("linethickness") === "0" ? "¦" : isThere ? "/" : "?";
        return `{${read(parts[0])}}${line}{${read(parts[1])}}`;
      }
      case "msqrt":
        return `√{${row(parts)}}`;
      case "mroot":
        return `√[${read(parts[1])}]{${read(parts[0])}}`;
      case "msub": case "munder":
        return scripts(parts[0], parts[1]);
      case "msup": case "mover":
        return scripts(parts[0], undefined, parts[1]);
      case "msubsup": case "munderover":
        return scripts(...parts);
      case "mtable":
        return table(element);
      default: {
        const inside = framed(element, row(parts));
        const colour = getComputedStyle(element).color;
        return colour === getComputedStyle(element.parentElement).color ? inside : `${colour}{${inside}}`;
      }
    }
  };
  return row([...math.children]);
}
