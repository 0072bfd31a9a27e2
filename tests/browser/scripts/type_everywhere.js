// Type a text into every field that takes one.
(text) => {
  for (const field of document.querySelectorAll("input:not([type=radio], [type=checkbox], [type=file]), textarea")) {
    try {
      field.value = text;
    } catch {
      // of another type
    }
  }
}
