// @ts-check
/** Where a match that is looked back at comes from: a table, a sheet, or a text somebody brings. The server makes the views. */
import { get, post } from "../api.js";

/** @typedef {import("../store.js").Json} Json */
/**
 * @typedef {object} Source
 * @property {string} table id of the table, "" for anything else
 * @property {string} back address of what the match belongs to, "" for a text
 * @property {(asked: Record<string, string | number>) => Promise<Json>} ask the match, or with `hand` one of its hands
 */

/** The source that an address names, null where a text has to be brought. @param {string} path @returns {Source | null} */
export function sourceOf(path) {
  const [kind, id] = path.split("/").filter(Boolean);
  if (kind !== "t" && kind !== "sheet") return null;
  const of = kind === "t" ? "tables" : "sheets";
  return {
    table: kind === "t" ? id : "",
    back: `/${kind}/${id}`,
    ask: (asked) => get(`/api/${of}/${id}/replay?${new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]))}`),
  };
}

/** @param {string} text @returns {Source} */
export const textSource = (text) => ({ table: "", back: "", ask: (asked) => post("/api/replay", { text, ...asked }) });
