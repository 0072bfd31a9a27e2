async (count) => {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
}
