// @ts-check
/**
 * The stage shows the states of a table one after the other and gives a finished trick its time on the cloth. The store is
 * always up to date; the stage may lag behind it by the pauses of the tricks, and catches up at once when asked.
 */

/** @typedef {import("./store.js").Json} Json */
/**
 * @typedef {object} Shown
 * @property {Json | null} view
 * @property {number | null} version
 * @property {Json[]} events what happened on the way to this state
 * @property {Json | null} held the finished trick that still lies on the cloth
 */

/** More waiting states than this are not played through: the page was away. */
const MOST_WAITING = 9;

/**
 * @param {object} how
 * @param {() => number} how.trickPause milliseconds
 * @param {(shown: Shown) => void} how.show
 * @param {(run: () => void, ms: number) => unknown} [how.later] replaced in tests
 */
export function createStage({ trickPause, show, later = (run, ms) => setTimeout(run, ms) }) {
  /** @type {Shown[]} */
  let waiting = [];
  let holding = 0;
  let turn = 0;
  /** @type {Shown} */
  let shown = { view: null, version: null, events: [], held: null };

  /** @param {Shown} next */
  function present(next) {
    shown = next;
    show(shown);
  }

  function release() {
    holding = 0;
    if (shown.held) present({ ...shown, held: null, events: [] });
    advance();
  }

  function advance() {
    while (!holding && waiting.length) {
      const next = /** @type {Shown} */ (waiting.shift());
      const pause = finishedTrick(next) && waiting.length <= MOST_WAITING ? trickPause() : 0;
      if (pause > 0) {
        holding = ++turn;
        const mine = holding;
        present({ ...next, held: next.view?.last_trick ?? null });
        later(() => mine === holding && release(), pause);
      } else {
        present(next);
      }
    }
  }

  return {
    /** Shows a state after those that wait. @param {Json | null} view @param {number | null} version @param {Json[]} events */
    push(view, version, events) {
      waiting.push({ view, version, events, held: null });
      advance();
    },
    /** Shows this state now and forgets what waited. @param {Json | null} view @param {number | null} version */
    reset(view, version) {
      waiting = [];
      holding = 0;
      present({ view, version, events: [], held: null });
    },
    /** Ends every pause: the newest state is on the cloth when this returns. */
    flush() {
      while (holding || waiting.length) release();
    },
    get shown() {
      return shown;
    },
    /** Whether the newest state is the one shown, pauses aside. */
    get settled() {
      return waiting.length === 0;
    },
  };
}

/** @param {Shown} state */
const finishedTrick = (state) => state.events.some((event) => event.kind === "trick") && Boolean(state.view?.last_trick);
