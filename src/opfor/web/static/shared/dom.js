// Small helpers to make elements. No framework.

const SVG = "http://www.w3.org/2000/svg";
const UNSEEN = 100; // milliseconds after which no frame is waited for

const NAME = /(\b\d{1,2}-\d{1,2}(?:-\d{1,2})?(?: [A-Z]{1,2}\b)?|\b(?:Sgt|Lt|Cpt)\. [A-Z]\w+(?:,? \d+-\d+)?|\b[A-Z]-[A-Z]\b|\bS\? [a-z0-9]{1,2}\b|\b[A-Z]{1,3}-\d{2}\w*(?: \d\b)?|\b[A-Z]\w*[A-Z]\w* \d{1,2}\b(?! M[FP]))/;
const PLAIN = ["OPTION", "TEXTAREA"]; // elements that hold text alone

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
  element.append(...children.flat().filter((child) => child !== null && child !== undefined).map((child) => (typeof child === "string" && prose(element) ? whole(child) : child)));
  return element;
}

function prose(element) {
  return element instanceof HTMLElement && !PLAIN.includes(element.tagName);
}

/** A text in which no name is broken at the end of a line: `4-6-7 A`, `Lt. Weber`, `A-T`. */
export function whole(text) {
  if (!NAME.test(text)) return text;
  const named = document.createElement("x-text");
  named.append(...text.split(NAME).map((part, n) => (n % 2 ? nameOf(part) : part)));
  return named;
}

function nameOf(text) {
  const name = document.createElement("x-name");
  name.textContent = text;
  return name;
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

/** Tell when something kept is changed on another page of this browser, and what; what may be, on coming back. */
export function onChange(act) {
  addEventListener("storage", ({ key }) => key?.startsWith("opfor-") && act(key.slice("opfor-".length)));
  addEventListener("pageshow", ({ persisted }) => persisted && ["theme", "motion", "speed"].forEach((name) => act(name)));
}

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
