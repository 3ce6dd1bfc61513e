// @ts-check
/** Addresses of tables. */

/** The address of a table from what people paste: a whole link or only its code. @param {string} text */
export function tableAddress(text) {
  const code = text.trim().match(/(?:\/t\/)?([A-Za-z0-9_-]+)\/?(?:[?#].*)?$/)?.[1];
  return code ? `/t/${code}` : null;
}
