// The height of the first letter or picture in an element, as it is on the screen.
(part) => {
  const content = document.createRange();
  content.selectNodeContents(part);
  return content.getClientRects()[0].height;
}
