/* The languages of the inbox: give one as `i18n`, or changes of it such as `{ ...de, title: "Neues" }`. */
export { ar } from "./ar.ts";
export { de } from "./de.ts";
export { en } from "./en.ts";
export { es } from "./es.ts";
export { fr } from "./fr.ts";
export { ja } from "./ja.ts";
export type { InboxTexts } from "./texts.ts";
