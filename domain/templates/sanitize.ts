import sanitizeHtml from "sanitize-html";
import { protectExpressions, restoreExpressions } from "./protect-expressions.ts";

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...sanitizeHtml.defaults.allowedTags,
    "img",
    "style",
    "center",
    "font",
    "ins",
    "del",
    "picture",
    "source",
  ],
  // `style` may hold css that old mail programs take for script; editors need it, and mail programs filter their own.
  allowVulnerableTags: true,
  allowedAttributes: false,
  allowedSchemes: ["http", "https", "mailto", "tel", "cid"],
  allowedSchemesByTag: { img: ["http", "https", "cid", "data"] },
  parseStyleAttributes: false,
  transformTags: { "*": (tagName, attribs) => ({ tagName, attribs: withoutHandlers(attribs) }) },
};

/**
 * The html of an editor without what could run in a reader's browser: script tags, event handlers, script urls.
 * Styles and images stay; so do template expressions, to the letter.
 */
export function sanitizeContent(html: string): string {
  const expressions: string[] = [];
  const text = protectExpressions(html, expressions);
  return restoreExpressions(sanitizeHtml(text, OPTIONS), expressions);
}

function withoutHandlers(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !/^(?:on|srcdoc$|formaction$)/i.test(name)));
}
