// A field above the list of rules that shows those which hold what is typed into it.
const place = document.getElementById("rule-filter");
if (place) {
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "Filter: barrier, error, 2.0, fix, ...";
  field.setAttribute("aria-label", "Filter the rules");
  const count = document.createElement("span");
  count.setAttribute("role", "status");
  place.append(field, count);

  const rows = [...document.querySelectorAll("article tbody tr")].map((row) => {
    const [code, severity, versions, fix, summary] = [...row.cells].map((cell) => cell.textContent);
    const text = [code, severity, versions, fix && "fix", summary].join(" ").toLowerCase();
    return { row, text };
  });
  // A family is its heading and its table, which the theme wraps.
  const families = [...document.querySelectorAll("article h2")].map((heading) => {
    const table = heading.nextElementSibling;
    return { heading, table, rows: [...table.querySelectorAll("tbody tr")] };
  });

  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    for (const family of families) {
      const empty = family.rows.every((row) => row.hidden);
      family.heading.hidden = empty;
      const block = family.heading.nextElementSibling;
      block.hidden = empty;
    }
    count.textContent = words.length ? `${shown} of ${rows.length}` : "";
  });
}
