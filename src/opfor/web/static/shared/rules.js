// Rule numbers: each opens a small card with its title, our words for it, and its decisions.

import { h } from "./dom.js";

const NUMBER = /(?<![\w.{])([A-HS]\d{1,2}\.(?:\d{1,4}[a-z]?|p\d{1,2}))(?![\w.]*\d)/g;

/** A text whose rule numbers are links. */
export function linked(text) {
  const parts = text.split(NUMBER);
  return parts.map((part, n) => (n % 2 ? ruleLink(part) : part)).filter(Boolean);
}

/** A rule's number that opens its card. */
export function ruleLink(number) {
  return h("a", { class: "rule-link", href: `/rules/${encodeURIComponent(number)}`, "data-rule": number }, spoken(number));
}

/** A rule's number as the book has it: what has none of its own by its paragraph, parts by their rule's. */
function spoken(number) {
  return number.replace(/\/.*/, "").replace(/\.p(?=\d)/, " ¶");
}

let box = null;

const NOT_IN = "a, button, label, svg, select, input, textarea, summary, .sheet"; // there a link cannot be

/** Every rule's number on this page opens its card in place, in what is still to come as well. */
export function openRules() {
  const page = document.querySelector("main");
  link(page);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(link);
  }).observe(page, { childList: true, subtree: true });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-rule]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    show(link.dataset.rule);
  }, true);
}

/** Make links of the rule numbers in the texts of a part of the page. */
function link(part) {
  if (part.nodeType === Node.TEXT_NODE) return replace(part);
  if (part.nodeType !== Node.ELEMENT_NODE || part.matches(NOT_IN)) return undefined;
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  return texts.forEach(replace);
}

function replace(text) {
  if (!/[A-HS]\d/.test(text.data) || !text.parentElement || text.parentElement.closest(NOT_IN)) return;
  const parts = linked(text.data);
  if (parts.some((part) => typeof part !== "string")) text.replaceWith(...parts);
}

async function show(number) {
  const reply = await fetch(`/api/rules/${encodeURIComponent(number)}`).catch(() => null);
  const card = reply ? await reply.json().catch(() => ({})) : { error: "the server does not answer" };
  if (!box) {
    box = h("dialog", { id: "rule-card", class: "rule-card", "aria-labelledby": "rule-title" });
    document.body.append(box);
  }
  box.replaceChildren(...(reply?.ok ? told(card) : [h("h2", { id: "rule-title" }, number), h("p", {}, card.error ?? "nothing is known of it")]),
    h("p", {}, h("button", { type: "button", class: "main", onclick: () => box.close() }, "Close")));
  if (!box.open) box.showModal();
  box.querySelector("button").focus();
}

function told({ id, title, section, words, status, reason, parts, decisions }) {
  const list = (name, items) => (items.length ? [h("h3", {}, name), h("ul", {}, items)] : []);
  return [
    h("p", { class: "dim" }, section),
    h("h2", { id: "rule-title" }, `${spoken(id)} ${title}`),
    ...words.map((text) => h("p", {}, ...linked(text))),
    reason ? h("p", {}, `${status}: ${reason}`) : null,
    ...list("Read by us", decisions.map((page) => h("li", {}, `${page.id}: ${page.title}`))),
    ...list("Its parts", parts.slice(0, 12).map((part) => h("li", {}, ruleLink(part.id), ` ${part.title}`))),
  ].filter(Boolean);
}
