[...document.querySelectorAll("#records .diagram")]
  .every((board) => board.scrollWidth <= board.clientWidth && board.scrollHeight <= board.clientHeight)
