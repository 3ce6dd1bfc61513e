// @ts-check
/** Entry of the page of a table, `/t/<id>`. */
import { TableApp } from "./app.js";
import { putSprite } from "./deck.js";
import { listen } from "./input.js";
import { loadSettings } from "./settings.js";

loadSettings();
putSprite();
listen(new TableApp(decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "")));
