// The page of the rules: which are coded, where, with which tests and decisions.

import { $, h } from "../shared/dom.js";
import { ask, query, ready, say, soon } from "../shared/plain.js";

const FEW = 400; // rules that are shown open at once

let all = null;

function matches(rule, words, status) {
  if (status && rule.status !== status) return false;
  const text = `${rule.id} ${rule.title} ${rule.reason ?? ""} ${(rule.decisions ?? []).join(" ")}`.toLowerCase();
  return words.every((word) => (/^[a-z]?\d/.test(word) ? rule.id.toLowerCase().startsWith(word) || text.includes(` ${word}`) : text.includes(word)));
}

function draw() {
  const words = $("find").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const status = $("status").value;
  let count = 0;
  const sections = all.sections.map((each) => [each, each.rules.filter((rule) => matches(rule, words, status))]);
  for (const [, rules] of sections) count += rules.length;
  const open = (words.length > 0 || status) && count <= FEW;
  $("count").textContent = `${count} rules`;
  $("rules").replaceChildren(...sections.filter(([, rules]) => rules.length).map(([each, rules]) => section(each, rules, open)));
}

function section({ id, title }, rules, open) {
  const coded = rules.filter((rule) => rule.status === "coded").length;
  const box = h("details", {}, h("summary", {}, `${id} ${title}: ${coded} of ${rules.length} coded`));
  box.addEventListener("toggle", () => box.open && box.children.length < 2 && box.append(table(rules)));
  if (open) box.open = true;
  return box;
}

function table(rules) {
  const heads = ["rule", "title", "state", "decisions", "code and tests"].map((name) => h("th", { scope: "col" }, name));
  return h("table", { class: "grid-table" }, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rules.map(line)));
}

function line(rule) {
  const pages = (rule.decisions ?? []).map((id) => h("button", { type: "button", title: all.decisions[id], onclick: () => open(id) }, id));
  const tests = rule.tests ?? [];
  return h(
    "tr",
    { id: rule.id },
    h("th", { scope: "row" }, rule.id),
    h("td", { class: "rule-title" }, rule.title, rule.reason ? h("div", { class: "tests" }, rule.reason) : null),
    h("td", {}, h("span", { class: `tag ${rule.status}` }, rule.status)),
    h("td", {}, ...pages),
    h("td", { class: "tests" }, rule.code ?? "", tests.length ? h("details", {}, h("summary", {}, `${tests.length} test${tests.length > 1 ? "s" : ""}`), ...tests.map((test) => h("div", {}, test))) : null),
  );
}

/** A page of decisions: its headings and paragraphs. */
async function open(id) {
  try {
    const { text } = await ask(`/api/decision?${query({ id })}`);
    const [head, ...parts] = text.split(/\n\n+/);
    $("page-title").textContent = head.replace(/^#\s*/, "");
    $("page-text").replaceChildren(...parts.map((part) => h("p", {}, ...part.split("**").map((piece, n) => (n % 2 ? h("b", {}, piece) : piece.replaceAll("`", ""))))));
    $("page").showModal();
  } catch (error) {
    say(error.message);
  }
}

async function start() {
  all = await ask("/api/rules");
  $("status").append(...all.states.map((state) => h("option", {}, state)));
  $("find").value = decodeURIComponent(location.hash.slice(1));
  draw();
  $("find").addEventListener("input", soon(draw, 120));
  $("status").addEventListener("change", draw);
  $("page-close").addEventListener("click", () => $("page").close());
  ready();
}

start().catch((error) => say(error.message));
