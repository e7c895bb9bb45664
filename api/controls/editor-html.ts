import { BUTTON_COLOURS, blockTypeOf, REPEAT_ITEM, SPACER_PIXELS } from "#contract/constants/templates/blocks.ts";
import { splitAtLiquid } from "#contract/constants/templates/liquid-parts.ts";
import { repairExpressions } from "#domain/templates/repair/repair-expressions.ts";
import { isPlainObject, type PlainObject } from "#domain/values/plain-object.ts";

/** Nodes in nodes that are shown; what lies deeper is left out. */
const EDITOR_DEPTH_MAX = 100;

/**
 * The HTML of an email body: that of a document of the block editor, with its variables as Liquid, or the body itself where it is no
 * such document. Conditions and repeated parts of the document become tags of Liquid.
 */
export function emailHtml(body: string): string {
  const document = documentIn(body);
  if (!document) return body;
  // A style that changes within an expression divides it.
  return repairExpressions(`<div style="max-width:600px;margin:0 auto;">${childrenHtml(document, 0)}</div>`);
}

/** Whether the body is a document of the block editor. */
export const isEditorDocument = (body: string): boolean => documentIn(body) !== undefined;

function documentIn(body: string): PlainObject | undefined {
  if (!body.trimStart().startsWith("{")) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return isPlainObject(parsed) && parsed.type === "doc" ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function childrenHtml({ content }: PlainObject, depth: number): string {
  if (!Array.isArray(content) || depth > EDITOR_DEPTH_MAX) return "";
  return content.map((node) => (isPlainObject(node) ? nodeHtml(node, depth + 1) : "")).join("");
}

function nodeHtml(node: PlainObject, depth: number): string {
  const attributes = isPlainObject(node.attrs) ? node.attrs : {};
  const html = elementHtml(node, attributes, depth);
  const condition = path(attributes.showIfKey);
  return condition ? `{% if ${condition} %}${html}{% endif %}` : html;
}

function elementHtml(node: PlainObject, attributes: PlainObject, depth: number): string {
  const inner = () => childrenHtml(node, depth);
  const type = textOf(node.type);
  switch (blockTypeOf(type) ?? type) {
    case "text":
      return marked(escaped(textOf(node.text)), node.marks);
    case "variable":
      return marked(variable(attributes), node.marks);
    case "hardBreak":
      return "<br>";
    case "paragraph":
      return `<p style="${aligned(attributes)}">${inner()}</p>`;
    case "heading": {
      const level = [1, 2, 3, 4, 5, 6].find((known) => known === attributes.level) ?? 1;
      return `<h${level} style="${aligned(attributes)}">${inner()}</h${level}>`;
    }
    case "bulletList":
      return `<ul>${inner()}</ul>`;
    case "orderedList":
      return `<ol>${inner()}</ol>`;
    case "listItem":
      return `<li>${inner()}</li>`;
    case "blockquote":
      return `<blockquote>${inner()}</blockquote>`;
    case "codeBlock":
      return `<pre><code>${inner()}</code></pre>`;
    case "horizontalRule":
      return "<hr>";
    case "spacer":
      return `<div style="height:${pixels(attributes.height, SPACER_PIXELS)}px;"></div>`;
    case "footer":
      return `<p style="font-size:14px;color:#64748b;${aligned(attributes)}">${inner()}</p>`;
    case "image":
    case "inlineImage":
      return image(attributes);
    case "button":
      return button(attributes);
    case "columns":
      return `<table role="presentation" width="100%"><tr>${inner()}</tr></table>`;
    case "column":
      return `<td ${columnAttributes(attributes)}>${inner()}</td>`;
    case "repeat": {
      const list = path(attributes.each);
      return list ? `{% for ${itemName(attributes.as)} in ${list} %}${inner()}{% endfor %}` : inner();
    }
    case "htmlCodeBlock":
      return rawText(node);
    default:
      return inner();
  }
}

function variable({ id, fallback }: PlainObject): string {
  const name = expression(id);
  if (!name) return "";
  const other = textOf(fallback).replace(/["\\{}%]/g, "");
  return other ? `{{ ${name} | default: "${other}" }}` : `{{ ${name} }}`;
}

function image({
  src,
  alt,
  width,
  height,
  href,
  externalLink,
  alignment,
  isSrcVariable,
  isExternalLinkVariable,
}: PlainObject): string {
  const size = [
    ...(numeric(width) ? [`width="${numeric(width)}"`] : []),
    ...(numeric(height) ? [`height="${numeric(height)}"`] : []),
  ].join(" ");
  const source = address(src, isSrcVariable);
  if (!source) return "";
  const picture = `<img src="${source}" alt="${escaped(textOf(alt))}" ${size} style="max-width:100%;">`;
  const link = address(externalLink ?? href, isExternalLinkVariable);
  return `<div style="${aligned({ textAlign: alignment })}">${link ? `<a href="${link}">${picture}</a>` : picture}</div>`;
}

function button({ text, isTextVariable, url, isUrlVariable, alignment, buttonColor, textColor }: PlainObject): string {
  const label = isTextVariable === true ? variable({ id: text }) : escaped(textOf(text));
  const style = `background:${color(buttonColor, BUTTON_COLOURS.background)};color:${color(textColor, BUTTON_COLOURS.text)};padding:12px 24px;border-radius:6px;text-decoration:none;display:inline-block;`;
  const link = `<a href="${address(url, isUrlVariable)}" style="${style}">${label}</a>`;
  return `<div style="${aligned({ textAlign: alignment })}">${link}</div>`;
}

const TAGS: Readonly<Record<string, string>> = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strike: "s",
  code: "code",
};

function marked(html: string, marks: unknown): string {
  if (!Array.isArray(marks)) return html;
  return marks.filter(isPlainObject).reduce((inner, { type, attrs }) => {
    const attributes = isPlainObject(attrs) ? attrs : {};
    if (type === "link") return `<a href="${address(attributes.href, attributes.isUrlVariable)}">${inner}</a>`;
    if (type === "textStyle") return `<span style="color:${color(attributes.color, "inherit")};">${inner}</span>`;
    const tag = typeof type === "string" && Object.hasOwn(TAGS, type) ? TAGS[type] : undefined;
    return tag ? `<${tag}>${inner}</${tag}>` : inner;
  }, html);
}

/** Addresses that run code are left out; one that a variable makes is checked nowhere, as in a body of HTML. */
function address(value: unknown, isVariable: unknown): string {
  const text = textOf(value);
  if (isVariable === true) return variable({ id: text });
  return /^\s*(?:javascript|vbscript|data):/i.test(text) ? "" : escaped(text);
}

/** Text of the author's, in which Liquid counts and markup does not. What opens a tag of Liquid and does not end is text. */
const escaped = (text: string): string =>
  splitAtLiquid(text)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/&/g, "&amp;")
            .replace(/</g, "&lt;")
            .replace(/>/g, "&gt;")
            .replace(/"/g, "&quot;")
            .replace(/\{(?=[{%])/g, "&#123;"),
    )
    .join("");

/** Its place between top and bottom, and the part of the row's width that it takes, in percent. */
function columnAttributes({ verticalAlign, width }: PlainObject): string {
  const place = verticalAlign === "middle" || verticalAlign === "bottom" ? verticalAlign : "top";
  const percent = numeric(width);
  return percent && percent <= 100 ? `valign="${place}" width="${percent}%"` : `valign="${place}"`;
}

/** The name of an item in a repeated part. */
const itemName = (name: unknown): string => /^[a-z_]\w*$/i.exec(textOf(name).trim())?.[0] ?? REPEAT_ITEM;

function rawText({ content }: PlainObject): string {
  if (!Array.isArray(content)) return "";
  return content.map((node) => (isPlainObject(node) ? textOf(node.text) : "")).join("");
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A dotted path alone. */
const path = (value: unknown): string => /^[a-z_][\w-]*(?:\.[\w-]+|\[\d+\])*$/i.exec(textOf(value).trim())?.[0] ?? "";

/** A dotted path with filters, as the editor stores a variable; braces around it are taken off. */
function expression(value: unknown): string {
  const text = textOf(value)
    .replace(/^\s*\{\{|\}\}\s*$/g, "")
    .trim();
  return /[{}%]/.test(text) ? "" : text;
}

const numeric = (value: unknown): number | undefined => {
  const number = typeof value === "string" ? Number.parseInt(value, 10) : value;
  return typeof number === "number" && Number.isFinite(number) && number > 0 ? Math.round(number) : undefined;
};

const pixels = (value: unknown, otherwise: number): number => numeric(value) ?? otherwise;

const color = (value: unknown, otherwise: string): string =>
  /^(?:#[0-9a-f]{3,8}|[a-z]+|rgba?\([\d\s.,%]+\))$/i.exec(textOf(value).trim())?.[0] ?? otherwise;

const aligned = ({ textAlign }: PlainObject): string =>
  ["left", "center", "right"].some((known) => known === textAlign) ? `text-align:${String(textAlign)};` : "";
