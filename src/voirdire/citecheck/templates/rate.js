"use strict";
// On paper every list is open.
addEventListener("beforeprint", () => {
  for (const list of document.querySelectorAll("details")) list.open = true;
});
