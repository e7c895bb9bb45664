import sanitizeHtml from "sanitize-html";

/** Expressions and tags of the template language, which html rules must not touch: `{{ a }}`, `{% if a > 1 %}`. */
const LIQUID = /\{\{[^{}]*\}\}|\{%(?:(?!\{%|%\})[\s\S])*%\}/g;
/** Stand in for them meanwhile: characters of the private use area, which no text holds by chance. */
const OPEN = "\uE000";
const CLOSE = "\uE001";
const PLACEHOLDER = /\uE000(\d+)\uE001/g;

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
  const guarded = html
    .replaceAll(OPEN, "")
    .replaceAll(CLOSE, "")
    .replace(LIQUID, (expression) => {
      expressions.push(expression);
      return `${OPEN}${expressions.length - 1}${CLOSE}`;
    });
  return sanitizeHtml(guarded, OPTIONS).replace(PLACEHOLDER, (_, index) => expressions[Number(index)] ?? "");
}

function withoutHandlers(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !/^(?:on|srcdoc$|formaction$)/i.test(name)));
}
