"use strict";
document.documentElement.classList.add("js");
const details = [...document.querySelectorAll(".detail")];
const links = [...document.querySelectorAll("a.cite")];
const buttons = [...document.querySelectorAll("button[data-filter]")];
let filter = "all";

function show(id, moveText) {
  for (const detail of details) detail.classList.toggle("current", detail.id === id);
  let first = null;
  for (const link of links) {
    const current = "c" + link.dataset.citation === id;
    link.classList.toggle("current", current);
    if (current && first === null) first = link;
  }
  if (first && moveText) centre(first, document.querySelector(".brief"));
  document.getElementById("findings").scrollTop = 0;
  window.scrollTo(0, 0);
  for (const source of document.querySelectorAll(".detail.current .source")) {
    const mark = source.querySelector("mark");
    if (mark) centre(mark, source);
  }
}

// Scrolls one column only; scrollIntoView would move the whole page as well.
function centre(element, column) {
  const offset = element.getBoundingClientRect().top - column.getBoundingClientRect().top;
  column.scrollTop += offset - column.clientHeight / 3;
}

function step(by) {
  const shown = details.filter((d) => filter === "all" || d.dataset.outcome === filter);
  if (shown.length === 0) return;
  const at = shown.findIndex((d) => d.classList.contains("current"));
  const next = shown[(at + by + shown.length) % shown.length];
  history.replaceState(null, "", "#" + next.id);
  show(next.id, true);
}

function choose(value) {
  filter = value;
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.filter === value));
  for (const link of links) link.classList.toggle("dim", value !== "all" && link.dataset.outcome !== value);
  const first = details.find((d) => value === "all" || d.dataset.outcome === value);
  if (first) show(first.id, true);
}

for (const button of buttons) button.addEventListener("click", () => choose(button.dataset.filter));
window.addEventListener("hashchange", () => show(location.hash.slice(1), false));
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "j" || event.key === "ArrowRight") { step(1); event.preventDefault(); }
  if (event.key === "k" || event.key === "ArrowLeft") { step(-1); event.preventDefault(); }
});
const start = document.getElementById(location.hash.slice(1)) ||
  details.find((d) => d.dataset.outcome === "refuted") || details[0];
if (start) show(start.id, location.hash !== "");
