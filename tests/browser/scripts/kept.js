// All that a tab has: its page with the values of the fields, its storage, its address and its state.
JSON.stringify([
  document.documentElement.innerHTML,
  [...document.querySelectorAll("input, textarea, select")].map((field) => field.value),
  { ...sessionStorage },
  { ...localStorage },
  location.href,
  decodeURIComponent(location.href),
  history.state,
])
