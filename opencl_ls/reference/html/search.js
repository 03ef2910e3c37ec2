"use strict";
// The search box.  `NAMES` comes from names.js: [name, file, summary, topic, 1 for what comes last].
(() => {
  // It is written last: an editor may be about to write it.
  if (typeof NAMES === "undefined") return;
  const LIMIT = 20;
  const STOP = new Set("a an and are as at by do does for from how i in is it of on or the this to what which with".split(" "));
  const root = document.currentScript.dataset.root;

  function score([name, , summary, topic, last], query, words) {
    const lower = name.toLowerCase();
    if (lower === query) return 1000;
    let points = 0;
    if (lower.startsWith(query)) points += 200;
    else if (lower.includes(query)) points += 100;
    const text = ` ${summary} ${topic}`.toLowerCase();
    let met = 0;
    for (const word of words) {
      if (lower.split(/[^a-z0-9]+/).includes(word)) { met += 1; points += 30; }
      else if (lower.includes(word)) { met += 1; points += 15; }
      else if (text.includes(` ${word}`)) { met += 1; points += 10; }
    }
    // Names in which more of the words occur go before all others.
    points += words.length ? 60 * met / words.length : 0;
    return points && (met || points >= 100) ? points - 60 * last - lower.length / 100 : 0;
  }

  function search(text) {
    const query = text.trim().toLowerCase();
    if (!query) return [];
    const split = query.split(/[^\w#]+/).filter(Boolean);
    const words = split.filter((word) => !STOP.has(word));
    return NAMES.map((row) => [score(row, query, words.length ? words : split), row])
      .filter(([points]) => points > 0)
      .sort(([one], [other]) => other - one)
      .slice(0, LIMIT)
      .map(([, row]) => row);
  }

  const box = document.createElement("div");
  box.setAttribute("role", "search");
  const input = document.createElement("input");
  Object.assign(input, { type: "search", placeholder: "Search names and words", autocomplete: "off" });
  input.setAttribute("aria-label", "Search the reference");
  const list = Object.assign(document.createElement("ul"), { id: "found", hidden: true });
  box.append(input, list);
  document.querySelector("header").append(box);

  function show() {
    const found = search(input.value);
    list.replaceChildren(...found.map(([name, file, summary]) => {
      const link = Object.assign(document.createElement("a"), { href: root + file });
      link.append(
        Object.assign(document.createElement("b"), { textContent: name }),
        Object.assign(document.createElement("span"), { textContent: summary }),
      );
      const item = document.createElement("li");
      item.append(link);
      return item;
    }));
    list.hidden = found.length === 0;
  }

  // Up and down go through the field and the links.
  function move(event) {
    const stops = [input, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") { input.value = ""; show(); input.focus(); }
    else if (event.key === "Enter" && at === 0 && stops.length > 1) stops[1].click();
    else if (step && at >= 0 && stops[at + step]) stops[at + step].focus();
    else return;
    event.preventDefault();
  }

  input.addEventListener("input", show);
  box.addEventListener("keydown", move);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) { input.focus(); event.preventDefault(); }
  });
  document.addEventListener("click", (event) => { if (!box.contains(event.target)) list.hidden = true; });
  // A link "#q=words" leads to what is found.
  const asked = /^#q=(.*)$/.exec(location.hash);
  if (asked) { input.value = decodeURIComponent(asked[1]); show(); input.focus(); }
})();
