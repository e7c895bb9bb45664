import { isMjml } from "#contract/constants/mjml.ts";
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
  if (html !== undefined) return isForBlocks && !OWN_HEAD.test(body) ? withoutHead(html) : html;
  throw new DomainError(
    "invalid_input",
    faults.map((fault) => `body ${fault}`),
  );
}

const OWN_HEAD = /<mj-head>[\s\S]*<mj-(?:style|raw)\b[\s\S]*<\/mj-head>/i;

const withoutHead = (html: string): string => html.slice(Math.max(0, html.search(/<body[\s>]/)));
