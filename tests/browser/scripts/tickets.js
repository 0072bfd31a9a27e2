() => {
  dispatchEvent(new Event("beforeprint"));
  const read = (row) => [...row.cells].map(({ textContent }) => textContent);
  return [...document.querySelectorAll("#records .ticket")].map((ticket) => [...ticket.rows].map(read));
}
