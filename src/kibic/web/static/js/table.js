// @ts-check
/** Entry of the page of a table, `/t/<id>`. */
import { TableApp } from "./app.js";
import { get } from "./api.js";
import { putSprite } from "./deck.js";
import { listen } from "./input.js";
import { loadSettings } from "./settings.js";
import { knownAs } from "./waiting.js";

loadSettings();
putSprite();
const app = new TableApp(decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? ""));
listen(app);
const me = await get("/api/me").catch(() => null);
if (me?.name) {
  knownAs(me.name, Boolean(me.account));
  app.render();
}
