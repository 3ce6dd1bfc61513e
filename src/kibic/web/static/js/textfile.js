// @ts-check
/** Text files of any age: UTF-8, UTF-16 and Windows-1250, which old programs of the region write. */

/** The text of a file. @param {Blob} file @returns {Promise<string>} */
export const textOf = async (file) => decode(new Uint8Array(await file.arrayBuffer()));

/** The text of bytes; what is no UTF-8 and has no mark of UTF-16 is read as Windows-1250. @param {Uint8Array} bytes */
export function decode(bytes) {
  const wide = wideness(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1250").decode(bytes);
  }
}

/** The UTF-16 the bytes are in, by their mark or by the zeros beside Latin letters. @param {Uint8Array} bytes */
function wideness(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 200);
  /** @param {number} at */
  const zeros = (at) => sample.filter((byte, index) => index % 2 === at && byte === 0).length;
  if (zeros(1) > sample.length / 4) return "utf-16le";
  return zeros(0) > sample.length / 4 ? "utf-16be" : null;
}
