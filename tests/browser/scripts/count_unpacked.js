// Note the size of each part that is unpacked.
window.unpackedSizes = [];
const Unpacking = DecompressionStream;
window.DecompressionStream = class {
  constructor(format) {
    const { readable, writable } = new Unpacking(format);
    const note = new TransformStream({
      transform(part, controller) {
        unpackedSizes.push(part.length);
        controller.enqueue(part);
      },
    });
    this.writable = writable;
    this.readable = readable.pipeThrough(note);
  }
};
