// @ts-check
/** How one behaves at a new table with people: the clock, how long one waits for somebody, and who then plays for him. */
import { botOptions, canChooseBot } from "./bots.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { segment } from "./menus.js";

/** Clocks one can choose: seconds a move and a bank for the match. */
const CLOCKS = { off: [0, 0], quick: [15, 60], usual: [20, 120], calm: [40, 300] };
const WAITS = [30, 60, 180, 0];

export class MannersPart {
  /** @param {() => void} render */
  constructor(render) {
    this.render = render;
    /** @type {keyof typeof CLOCKS} */
    this.clock = "off";
    this.wait = 60;
    this.standIn = "";
  }

  /** What is sent to the server. */
  chosen() {
    const [move, bank] = CLOCKS[this.clock];
    return { move, bank, wait: this.wait, ...(this.standIn ? { stand_in: this.standIn } : {}) };
  }

  section() {
    const clocks = Object.keys(CLOCKS).map((value) => ({ value, label: t(`new.clock.${value}`) }));
    const waits = WAITS.map((seconds) => ({ value: String(seconds), label: t(`new.wait.${seconds}`) }));
    const bots = [{ value: "", label: t("new.standin.usual") }, ...botOptions()];
    return h(
      "section",
      { class: "panel newt", key: "manners" },
      h("header", { class: "ph" }, h("h2", null, t("new.manners")), h("p", { class: "muted small" }, t("new.manners.text"))),
      segment("clock", t("new.clock"), clocks, this.clock, (value) => this.change({ clock: /** @type {keyof typeof CLOCKS} */ (value) })),
      segment("wait", t("new.wait"), waits, String(this.wait), (value) => this.change({ wait: Number(value) })),
      canChooseBot() && this.wait ? segment("standin", t("new.standin"), bots, this.standIn, (value) => this.change({ standIn: value })) : null,
    );
  }

  /** @param {{clock?: keyof typeof CLOCKS, wait?: number, standIn?: string}} what */
  change(what) {
    Object.assign(this, what);
    this.render();
  }
}
