"use strict";
// Errors that hold the words looked for stay; the numbers of each group follow.
const finder = document.getElementById("finder");
finder.addEventListener("input", () => {
  const words = finder.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const group of document.querySelectorAll(".group")) {
    let shown = 0;
    for (const error of group.querySelectorAll(".error")) {
      const text = error.textContent.toLowerCase();
      error.hidden = !words.every((word) => text.includes(word));
      shown += error.hidden ? 0 : 1;
    }
    group.querySelector(".shown").textContent = shown;
    group.hidden = shown === 0;
  }
});
