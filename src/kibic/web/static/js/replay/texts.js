// @ts-check
/** The texts of the replay, which only its page loads. */
import { CATALOGUES } from "../i18n.js";
import { en } from "../i18n/replay-en.js";
import { sr } from "../i18n/replay-sr.js";

Object.assign(CATALOGUES.sr, sr);
Object.assign(CATALOGUES.en, en);
