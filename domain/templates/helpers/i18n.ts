import { toText } from "../text.ts";

/**
 * The text of a translation key (`group.key`). There are no translation groups to read from, so this is the key itself,
 * which is the text of a key without translation. It is escaped in html as other values are.
 */
export function i18n(key: unknown): string {
  return toText(key);
}
