import sanitizeHtml from "sanitize-html";
import { isScriptUrl } from "../values/script-url.ts";

/** Elements that stay. Of all others that html knows only the text stays, if it is text. */
const KEPT = (
  "a b i u s em strong del ins mark small sub sup code kbd samp var abbr cite q time span br wbr hr p " +
  "div pre blockquote ul ol li dl dt dd h1 h2 h3 h4 h5 h6 table caption thead tbody tfoot tr th td " +
  "figure figcaption img"
).split(" ");

/** Elements whose content is no text of the message. */
const REMOVED_WITH_CONTENT = (
  "script style template noscript title iframe frame frameset noframes object embed applet noembed xmp " +
  "plaintext svg math canvas audio video textarea select option"
).split(" ");

const REMOVED = (
  "html head body base link meta main section article aside header footer nav address center font big " +
  "tt strike acronym marquee blink bdi bdo ruby rt rp form input button label fieldset legend datalist " +
  "optgroup output progress meter dialog details summary menu slot data dfn map area picture source " +
  "track param portal col colgroup hgroup dir basefont bgsound keygen isindex search image"
).split(" ");

/** The beginning of what a browser may take for a tag; in other places `<` is a character like any. */
const TAG_LIKE = /<(?=[a-z/!?])/i;
const TAGS_LIKE = new RegExp(TAG_LIKE, "gi");
const HTML_TAG = new RegExp(
  `^<(?:/?(?:${[...KEPT, ...REMOVED_WITH_CONTENT, ...REMOVED].join("|")})(?=[\\s/>])|!--)`,
  "i",
);
const LONGEST_TAG = 24;

const COLOR = /^(?:#[\da-f]{3,8}|[a-z]{3,20}|(?:rgb|hsl)a?\([\d\s.,%/]{1,40}\))$/i;

/** Discarded, because no such element is kept. */
const NOTHING = { tagName: "nothing", attribs: {} };

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: KEPT,
  nonTextTags: REMOVED_WITH_CONTENT,
  allowedAttributes: {
    "*": ["style", "title", "dir", "lang"],
    a: ["href", "target", "rel"],
    img: ["src", "alt", "width", "height"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan"],
    ol: ["start"],
  },
  // Nothing that takes an element out of its place, covers others, or loads something.
  allowedStyles: {
    "*": {
      color: [COLOR],
      "background-color": [COLOR],
      "font-style": [/^(?:normal|italic|oblique)$/],
      "font-weight": [/^(?:normal|bold|bolder|lighter|[1-9]00)$/],
      "text-align": [/^(?:left|right|center|justify|start|end)$/],
      "text-decoration": [/^(?:none|underline|line-through|overline)$/],
    },
  },
  // Addresses are checked below: every scheme but those that run code may be an app's.
  allowedSchemesAppliedToAttributes: [],
  transformTags: { a: link, img: image },
  nestingLimit: 50,
};

const isHtmlTag = (content: string, index: number): boolean => HTML_TAG.test(content.slice(index, index + LONGEST_TAG));

/** Whether a text has an element of html: without one, `<` and `&` in it are characters like any. */
export function hasHtml(content: string): boolean {
  for (const { index } of content.matchAll(TAGS_LIKE)) if (isHtmlTag(content, index)) return true;
  return false;
}

/**
 * The html of a rendered in-app message without what could harm the page that shows it: scripts, event handlers, frames,
 * forms, styles that leave their place, addresses that run code, and pictures that are not loaded by https. Formatting and
 * links stay. Text without html stays to the letter, and `<` that begins no element of html stays visible.
 */
export function sanitizeInApp(content: string): string {
  if (!TAG_LIKE.test(content)) return content;
  const end = content.lastIndexOf(">");
  let hasTags = false;
  const text = content.replace(TAGS_LIKE, (character, index: number) => {
    const isTag = index < end && isHtmlTag(content, index);
    hasTags ||= isTag;
    return isTag ? character : "&lt;";
  });
  return hasTags ? sanitizeHtml(text, OPTIONS) : text;
}

function link(tagName: string, { href, target, ...attributes }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const attribs: sanitizeHtml.Attributes = { ...attributes };
  delete attribs.rel;
  if (href !== undefined && !isScriptUrl(href)) attribs.href = href;
  if (target === "_blank" || target === "_self") attribs.target = target;
  // The opened page must not get hold of the one that shows the message.
  if (attribs.target === "_blank") attribs.rel = "noopener noreferrer";
  return { tagName, attribs };
}

function image(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  return /^\s*https:\/\//i.test(attribs.src ?? "") ? { tagName, attribs } : NOTHING;
}
