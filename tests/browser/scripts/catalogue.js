[...document.querySelectorAll("#catalogue > details")]
  .map((group) => [group.querySelector("summary").firstChild.data, [...group.querySelectorAll("button")]
    .map(({ dataset, textContent }) => [dataset.target, textContent])])
