"use strict";
const controls = document.querySelector(".controls");
controls.hidden = false;
controls.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const open = button.dataset.open === "true";
  for (const details of document.querySelectorAll("details")) details.open = open;
});
