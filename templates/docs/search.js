// The search of the reference. An entry of PAGES is [name, address, kind, line, other names].

function folded(text) {
  return text.toLowerCase().replace(/[_-]/g, " ").replace(/\s+/g, " ").trim();
}

// How well an entry fits the words that were typed; 0 if it does not.
function score(entry, typed) {
  const [name, , kind, line, others] = entry;
  const full = folded(name), last = full.split(".").pop();
  const bonus = kind === "page" ? 5 : kind === "section" ? 4 : kind === "check" ? 0 : 2;
  if (full === typed) return 100 + bonus;
  if (others.some((one) => folded(one) === typed)) return 90 + bonus;
  if (last === typed) return 70 + bonus;
  if (full.startsWith(typed)) return 50 + bonus;
  const words = typed.split(" ");
  const text = " " + full.replace(/[.]/g, " ") + " ";
  if (words.every((one) => text.includes(" " + one))) return 40 + bonus;
  const all = text + folded(line) + " " + others.map(folded).join(" ");
  return words.every((one) => all.includes(" " + one)) ? 10 + bonus : 0;
}

function find(pages, text, most = 12) {
  const typed = folded(text);
  if (!typed) return [];
  return pages.map((entry, at) => [score(entry, typed), at, entry])
    .filter((one) => one[0] > 0)
    .sort((a, b) => b[0] - a[0] || a[2][0].length - b[2][0].length || a[1] - b[1])
    .slice(0, most).map((one) => one[2]);
}

if (typeof document !== "undefined") {
  const box = document.getElementById("search"), list = document.getElementById("found");
  box.addEventListener("input", () => {
    const found = find(PAGES, box.value);
    list.replaceChildren(...found.map(([name, address, kind, line]) => {
      const item = document.createElement("li"), link = document.createElement("a");
      const word = document.createElement("b"), sort = document.createElement("i"), says = document.createElement("span");
      word.textContent = name; sort.textContent = kind; says.textContent = line;
      link.href = document.body.dataset.up + address;
      link.append(word, sort, says); item.append(link);
      return item;
    }));
    if (box.value.trim() && !found.length) list.append("Nothing has this name.");
    list.hidden = !box.value.trim();
  });
  list.addEventListener("click", () => { list.hidden = true; });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target === box) list.querySelector("a")?.click();
    if (event.key === "Escape") list.hidden = true;
    if (event.key === "/" && event.target !== box) { event.preventDefault(); box.focus(); }
  });
} else {
  module.exports = { find };
}
