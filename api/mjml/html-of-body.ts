import { isMjml } from "#contract/constants/mjml.ts";
import { DomainError } from "#domain/errors.ts";
import { toLiquid } from "#domain/templates/handlebars/to-liquid.ts";
import type { MjmlCompiler } from "./mjml-compiler.ts";

/** The HTML of a body in MJML; others are returned as they are. Throws `invalid_input` for what cannot be compiled. */
export async function htmlOfBody(mjml: MjmlCompiler, body: string): Promise<string> {
  if (!isMjml(body)) return body;
  const { html, faults } = await mjml.compile(toLiquid(body));
  if (html !== undefined) return html;
  throw new DomainError(
    "invalid_input",
    faults.map((fault) => `body ${fault}`),
  );
}
