// @ts-check
/**
 * Elements from code, and a small reconciler: `morph` makes a live element look like a freshly built one by the least changes,
 * so focus, scroll positions and running transitions stay. No inline style text is ever written: custom properties go through
 * the CSSOM, which the content security policy allows.
 */

/** @typedef {Node | string | number | null | undefined | false} Kid */
/** @typedef {string | number | boolean | null | undefined | Record<string, string | number | null | undefined>} Prop */

const SVG = "http://www.w3.org/2000/svg";
/** @type {WeakMap<Node, string>} */
const keys = new WeakMap();
/** Stand-ins for parts that are built only when what they depend on has changed. @type {WeakMap<Node, {deps: unknown[], build: () => HTMLElement}>} */
const standIns = new WeakMap();
/** What a live part was built from. @type {WeakMap<Node, unknown[]>} */
const builtFrom = new WeakMap();

/**
 * @param {Element} element
 * @param {Record<string, Prop>} props `data` is an object of data attributes, `vars` of custom properties, `key` names the element among its siblings
 */
function setProps(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "key") keys.set(element, String(value));
    else if (typeof value === "object") setGroup(element, name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Element} element @param {string} name @param {Record<string, string | number | null | undefined>} group */
function setGroup(element, name, group) {
  for (const [key, value] of Object.entries(group)) {
    if (value === null || value === undefined) continue;
    if (name === "data") element.setAttribute(`data-${key}`, String(value));
    else if (name === "vars") /** @type {HTMLElement} */ (element).style.setProperty(`--${key}`, String(value));
  }
}

/** @param {Element} element @param {Kid[]} kids */
function addKids(element, kids) {
  for (const kid of kids) {
    if (kid === null || kid === undefined || kid === false || kid === "") continue;
    element.append(kid instanceof Node ? kid : String(kid));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, Prop> | null} [props] @param {...(Kid | Kid[])} kids
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...kids) {
  const element = document.createElement(tag);
  if (props) setProps(element, props);
  addKids(element, kids.flat());
  return element;
}

/** An SVG element. @param {string} tag @param {Record<string, Prop> | null} [props] @param {...Kid} kids @returns {SVGElement} */
export function svg(tag, props, ...kids) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  if (props) setProps(element, props);
  addKids(element, kids);
  return element;
}

/**
 * A part that is costly to build: built only when one of `deps` is another value than last time. `build` gives an element of
 * the same tag and key.
 * @param {keyof HTMLElementTagNameMap} tag @param {string} key @param {unknown[]} deps @param {() => HTMLElement} build
 */
export function lazy(tag, key, deps, build) {
  const standIn = h(tag, { key });
  standIns.set(standIn, { deps, build });
  return standIn;
}

/** The real element behind a stand-in, or the node itself. @param {Node} node */
function real(node) {
  const part = standIns.get(node);
  if (!part) return node;
  const built = part.build();
  builtFrom.set(built, part.deps);
  return built;
}

/** Whether the live node was built from the same as the stand-in would be. @param {Node} live @param {Node} next */
function unchanged(live, next) {
  const part = standIns.get(next);
  const before = builtFrom.get(live);
  return Boolean(part && before && part.deps.length === before.length && part.deps.every((dep, i) => dep === before[i]));
}

/** @param {Node} a @param {Node} b */
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keys.get(a) === keys.get(b);

/** Makes `live` equal to `next`, keeping every node that can stay. @param {Element} live @param {Element} next */
export function morph(live, next) {
  syncAttributes(live, next);
  syncChildren(live, next);
}

/** @param {Element} live @param {Element} next */
function syncAttributes(live, next) {
  for (const { name } of [...live.attributes]) {
    if (name !== "style" && name !== "open" && !next.hasAttribute(name)) live.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (name !== "style" && live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  const [a, b] = [/** @type {HTMLElement} */ (live).style, /** @type {HTMLElement} */ (next).style];
  if (a && b && a.cssText !== b.cssText) a.cssText = b.cssText;
}

/** @param {Element} live @param {Element} next */
function syncChildren(live, next) {
  const keyed = keepWanted(live, next);
  let at = live.firstChild;
  for (const want of [...next.childNodes]) {
    const key = keys.get(want);
    const have = key === undefined ? at : (keyed.get(key) ?? null);
    if (!have || !alike(have, want)) {
      live.insertBefore(filled(want), at);
      continue;
    }
    if (have === at) at = at.nextSibling;
    else live.insertBefore(have, at);
    if (unchanged(have, want)) continue;
    if (have instanceof Element) morphInto(have, want);
    else if (have.nodeValue !== want.nodeValue) have.nodeValue = want.nodeValue;
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    live.removeChild(gone);
  }
}

/** @param {Element} have @param {Node} want */
function morphInto(have, want) {
  const built = /** @type {Element} */ (real(want));
  morph(have, built);
  const deps = builtFrom.get(built);
  if (deps) builtFrom.set(have, deps);
}

/** A node that enters the page, with every stand-in in it replaced. @param {Node} node */
function filled(node) {
  const built = real(node);
  for (const child of [...built.childNodes]) {
    const better = filled(child);
    if (better !== child) built.replaceChild(better, child);
  }
  return built;
}

/**
 * Removes the keyed children that are no longer wanted, so that those which stay need not be moved (a moved node loses focus).
 * @param {Element} live @param {Element} next @returns {Map<string, ChildNode>} the keyed children that stay
 */
function keepWanted(live, next) {
  const wanted = new Set([...next.childNodes].map((child) => keys.get(child)));
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  for (const child of [...live.childNodes]) {
    const key = keys.get(child);
    if (key === undefined) continue;
    if (wanted.has(key)) keyed.set(key, child);
    else child.remove();
  }
  return keyed;
}

/** The element with this id; it is an error of the page when it is not there. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}
