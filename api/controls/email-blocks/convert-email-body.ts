import type { ConvertEmailBody, ConvertedEmailBody } from "#contract/v2/email-bodies.ts";
import { DomainError } from "#domain/errors.ts";
import { toLiquid } from "#domain/templates/handlebars/to-liquid.ts";
import { emailHtml, isEditorDocument } from "../editor-html.ts";
import { htmlToBlocks } from "./html-to-blocks.ts";

/** Returns the body of an email as HTML or as blocks. One that is that already stays as it is. */
export function convertEmailBody({ body, to }: ConvertEmailBody): ConvertedEmailBody {
  if (to === "html") return { body: emailHtml(body), losses: [], htmlBlocks: 0 };
  return isEditorDocument(body) ? { body, losses: [], htmlBlocks: 0 } : htmlToBlocks(inLiquid(body));
}

/** Templates in Handlebars are translated when they are saved, those in documents are not. */
function inLiquid(html: string): string {
  try {
    return toLiquid(html);
  } catch (error) {
    // What is wrong with the template is said when it is saved.
    if (error instanceof DomainError) return html;
    throw error;
  }
}
