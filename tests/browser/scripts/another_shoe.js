// Whoever runs the table has heard the texts, and opens another shoe with the same terms.
async () => {
  const name = Object.keys(localStorage).find((key) => JSON.parse(localStorage[key])?.opened);
  const table = JSON.parse(localStorage[name]);
  const { stream, deck, decks, exclude, ...asked } = table.opened.terms;
  const headers = { "Content-Type": "application/json" };
  const response = await fetch("v1/shoes", { method: "POST", headers, body: JSON.stringify(asked) });
  table.opened = await response.json();
  localStorage.setItem(name, JSON.stringify(table));
}
