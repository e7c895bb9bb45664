import { isMjml } from "#contract/constants/templates/mjml.ts";
import { DomainError } from "#domain/errors.ts";
import { toLiquid } from "#domain/templates/handlebars/to-liquid.ts";
import type { MjmlCompiler } from "./mjml-compiler.ts";

/**
 * The HTML of a body in MJML; others are returned as they are. Without the head that the library writes where only its elements are asked for, unless
 * the author has put something there. Throws `invalid_input` for what cannot be compiled.
 */
export async function htmlOfBody(
  mjml: MjmlCompiler,
  body: string,
  { isForBlocks }: { isForBlocks: boolean },
): Promise<string> {
  if (!isMjml(body)) return body;
  const { html, faults } = await mjml.compile(toLiquid(body));
  if (html !== undefined) return isForBlocks && !hasOwnHead(body) ? withoutHead(html) : html;
  throw new DomainError(
    "invalid_input",
    faults.map((fault) => `body ${fault}`),
  );
}

function hasOwnHead(body: string): boolean {
  const text = body.toLowerCase();
  const [start, end] = [text.indexOf("<mj-head>"), text.lastIndexOf("</mj-head>")];
  return start >= 0 && /<mj-(?:style|raw)\b/.test(text.slice(start, Math.max(start, end)));
}

const withoutHead = (html: string): string => html.slice(Math.max(0, html.search(/<body[\s>]/)));
