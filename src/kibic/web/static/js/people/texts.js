// @ts-check
/** The texts of people, open tables and matches, which only their pages load. */
import { CATALOGUES } from "../i18n.js";
import { en } from "../i18n/people-en.js";
import { sr } from "../i18n/people-sr.js";

Object.assign(CATALOGUES.sr, sr);
Object.assign(CATALOGUES.en, en);
