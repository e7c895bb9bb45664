import type { InboxTexts } from "./react/languages/texts.ts";

/** `currentScript` is set only while the script first runs. */
const script = document.currentScript;
const CODES = ["ar", "de", "es", "fr", "ja"];

/** Loads the texts of a language from the files beside the script, which has English alone. */
export async function loadLanguage(code: string): Promise<InboxTexts | undefined> {
  if (!CODES.includes(code) || !(script instanceof HTMLScriptElement)) return undefined;
  const { href } = new URL(`languages/${code}.js`, script.src);
  return (await import(/* @vite-ignore */ href))[code];
}
