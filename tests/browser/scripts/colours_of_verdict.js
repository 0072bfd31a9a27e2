[...document.querySelectorAll("#verdict, #verdict *")].flatMap((one) => [null, "::before"].flatMap((part) =>
  ["color", "backgroundColor", "borderTopColor"].map((name) => getComputedStyle(one, part)[name])))
