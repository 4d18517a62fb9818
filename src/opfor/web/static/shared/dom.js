// Small helpers to make elements. No framework.

const SVG = "http://www.w3.org/2000/svg";
const UNSEEN = 100; // milliseconds after which no frame is waited for

/** The element of an id. */
export const $ = (id) => document.getElementById(id);

/** An HTML element with attributes (on… are listeners) and children. */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** What was changed is on the screen; a page that nobody sees does not wait for it. */
export function painted() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, UNSEEN);
  });
}

/** Lines of text; what does not fit on one goes on below it, further in. */
export function lines(texts) {
  return texts.map((text) => {
    const line = h("p", { class: "told" }, text.trim());
    line.style.setProperty("--in", `${1 + (text.length - text.trimStart().length) / 2}em`);
    return line;
  });
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** What is kept in this browser between visits; nothing where that is not allowed. */
export const kept = {
  get(name, otherwise) {
    try {
      return localStorage.getItem(`opfor-${name}`) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`opfor-${name}`, value);
    } catch {
      // Private windows may refuse; then it is only not remembered.
    }
  },
};

/** The theme in use: the chosen one, else the system's. */
export function theme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return kept.get("theme", "") || system;
}

/** Whether things stand at once in place of moving. */
export function still() {
  return kept.get("motion", "") === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The page in the looks that were chosen. */
export function dress() {
  document.documentElement.dataset.theme = theme();
  document.documentElement.dataset.motion = still() ? "less" : "";
}
