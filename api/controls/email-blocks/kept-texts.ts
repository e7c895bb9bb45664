import { Parser } from "htmlparser2";
import { liquidParts, splitAtLiquid } from "#contract/constants/templates/liquid-parts.ts";

const UNSEEN: ReadonlySet<string> = new Set(["title", "head", "style", "script"]);

/** Whether HTML has all texts of other HTML that can be read, and all tags and outputs of Liquid. */
export function keepsTexts(before: string, after: string): boolean {
  const kept = new Set(liquidIn(after));
  return liquidIn(before).every((token) => kept.has(token)) && textIn(before) === textIn(after);
}

/** White space in tags, and the braces around an output, may differ. */
const liquidIn = (html: string): string[] => liquidParts(html).map(({ text }) => text.replaceAll(/\s+/g, ""));

/** The texts without white space, which a browser shows in its own way, and without Liquid. */
function textIn(html: string): string {
  const texts: string[] = [];
  const unseen: string[] = [];
  const parser = new Parser({
    onopentagname: (name) => {
      if (UNSEEN.has(name)) unseen.push(name);
    },
    onclosetag: (name) => {
      if (unseen.at(-1) === name) unseen.pop();
    },
    ontext: (text) => {
      if (unseen.length === 0) texts.push(text);
    },
  });
  const isText = (_: string, index: number) => index % 2 === 0;
  parser.end(splitAtLiquid(html).filter(isText).join(""));
  return texts.join("").replaceAll(/\s+/g, "");
}
