import { t as e } from "./ar.js";
import { t } from "./de.js";
import { t as n } from "./en.js";
import { t as r } from "./es.js";
import { t as i } from "./fr.js";
import { t as a } from "./ja.js";
export { e as ar, t as de, n as en, r as es, i as fr, a as ja };
