(text) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], "receipt.json", { type: "application/json" }));
  const options = { dataTransfer: carried, bubbles: true, cancelable: true };
  for (const kind of ["dragenter", "dragover", "drop"])
    document.querySelector("main").dispatchEvent(new DragEvent(kind, options));
}
