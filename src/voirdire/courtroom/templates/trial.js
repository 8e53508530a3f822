"use strict";
const controls = document.querySelector(".controls");
controls.hidden = false;
controls.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  for (const each of controls.querySelectorAll("button")) {
    each.setAttribute("aria-pressed", String(each === button));
  }
  for (const entry of document.querySelectorAll("ol.record > li")) {
    entry.hidden = button.dataset.side !== "all" && entry.dataset.side !== button.dataset.side;
  }
});
