// The order of what the search finds: first a page with the words as its title, then such a heading, then such beginnings.
// The lists of checks and the documents about the program come after what a designer looks for.
const asked = (new URLSearchParams(window.location.search).get("q") || "").trim().toLowerCase();
const singular = (text) => text.replace(/s$/, "");

var Scorer = {
  score: ([page, title, anchor, , score]) => {
    const heading = title.toLowerCase().split(" > ").pop();
    const whole = singular(heading) === singular(asked);
    const begins = heading.startsWith(asked);
    const place = /^reference\/checks|^(?:changes|architecture|decisions|contributing|speed)$/.test(page) ? -20 : 0;
    return score + place + (whole ? 100 : begins ? 20 : 0) + (anchor ? 0 : 10);
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
