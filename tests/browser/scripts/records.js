() => {
  dispatchEvent(new Event("beforeprint"));
  const texts = (all) => [...all].map(({ textContent }) => textContent);
  return [...document.querySelectorAll("#records .diagram")].map((board) => ({
    facts: texts(board.querySelectorAll(".facts > *")),
    points: texts(board.querySelectorAll(".points")).map((text) => Number(text.replace(/\D/g, ""))),
    hands: Object.fromEntries([..."NESW"].map((seat) =>
      [seat, texts(board.querySelectorAll(`.hand-${seat} li`)).map((text) => text.split(" ").slice(1).join(""))])),
  }));
}
