import { isJsonObject } from "#contract/constants/json-object.ts";
import type { TranslationTexts } from "#contract/translations.ts";

/** A copy of the texts with another text of a key: where the key has one, else under the whole key. */
export function withText(texts: TranslationTexts, key: string, text: string): TranslationTexts {
  return replaced(texts, key, text) ?? { ...texts, [key]: text };
}

/** A copy with the text that the key has; undefined where it has none. */
function replaced(texts: TranslationTexts, key: string, text: string): TranslationTexts | undefined {
  if (Object.hasOwn(texts, key) && typeof texts[key] === "string") return { ...texts, [key]: text };
  for (const [name, inner] of Object.entries(texts)) {
    if (!isJsonObject(inner) || !key.startsWith(`${name}.`)) continue;
    const changed = replaced(inner, key.slice(name.length + 1), text);
    if (changed) return { ...texts, [name]: changed };
  }
  return undefined;
}
