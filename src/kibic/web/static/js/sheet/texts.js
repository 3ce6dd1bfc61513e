// @ts-check
/** The texts of the sheet, which only its pages load. */
import { CATALOGUES } from "../i18n.js";
import { en } from "../i18n/sheet-en.js";
import { sr } from "../i18n/sheet-sr.js";

Object.assign(CATALOGUES.sr, sr);
Object.assign(CATALOGUES.en, en);
