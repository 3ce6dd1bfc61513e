// @ts-check
/** The HTTP side of the server: JSON in, JSON out, errors as words for people. */
import { pick, t } from "./i18n.js";

/** @typedef {import("./store.js").Json} Json */

/** What the server refused, or that it could not be reached. `problems` are all faults of a set of rules. */
export class ApiError extends Error {
  /** @param {string} text @param {Json} [body] */
  constructor(text, body = {}) {
    super(text);
    this.code = String(body.code ?? "");
    /** @type {Json[]} */
    this.problems = Array.isArray(body.problems) ? body.problems : [];
  }
}

/** @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} a good answer */
async function call(path, init) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new ApiError(t("error.network"));
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new ApiError(pick(body) || t("error.server", { n: response.status }), body);
}

/** @param {string} path @param {Json} body */
const send = (path, body) =>
  call(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** @param {Response} response @returns {Promise<Json>} */
const json = (response) => response.json().catch(() => ({}));

/** @param {string} path */
export const get = async (path) => json(await call(path));

/** @param {string} path @param {Json} body */
export const post = async (path, body) => json(await send(path, body));

/** The text a request is answered with. @param {string} path @param {Json} body */
export const download = async (path, body) => (await send(path, body)).text();
