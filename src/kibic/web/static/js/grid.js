// @ts-check
/** Walking with the arrows over columns of different lengths, such as those of the paper. */

/** @typedef {{col: number, row: number}} Place */

/**
 * Where a key leads, or null when it is no key of walking. Up and down stay in the column, left and right pass over empty
 * columns, Home and End go to the first and the last line of the column.
 * @param {string} key @param {number[]} lengths lines by column @param {Place} from @returns {Place | null}
 */
export function gridStep(key, lengths, { col, row }) {
  const last = lengths[col] - 1;
  switch (key) {
    case "ArrowUp":
      return { col, row: Math.max(0, row - 1) };
    case "ArrowDown":
      return { col, row: Math.min(last, row + 1) };
    case "ArrowLeft":
      return sideways(lengths, { col, row }, -1);
    case "ArrowRight":
      return sideways(lengths, { col, row }, 1);
    case "Home":
      return { col, row: 0 };
    case "End":
      return { col, row: last };
    default:
      return null;
  }
}

/** @param {number[]} lengths @param {Place} from @param {-1 | 1} step @returns {Place} */
function sideways(lengths, from, step) {
  for (let col = from.col + step; col >= 0 && col < lengths.length; col += step) {
    if (lengths[col]) return { col, row: Math.min(from.row, lengths[col] - 1) };
  }
  return from;
}
