(methods) => methods.map((method) => [
  method.textContent, method.closest("code").lastChild.textContent])
