import { createHash } from "node:crypto";
import { namesUser, webAddressOf } from "#contract/constants/values/web-address.ts";
import { SafeHtml } from "#domain/templates/safe-html.ts";
import { html } from "./html.ts";
import { type Language, TEXTS } from "./language.ts";
import { stylesFor } from "./styles.ts";
import { filled, type Texts } from "./texts.ts";

/** The parts that all pages of an organisation have in common. */
export interface Frame {
  language: Language;
  texts: Texts;
  /** Its name; empty where a link does not say whose it is. */
  organization: string;
  /** Address of its logo, which was checked. */
  logo: string | null;
  styles: string;
  /** Puts values in the places of their names. */
  fill(text: string, values: Readonly<Record<string, string>>): string;
}

interface Sender {
  name: string;
  branding?: { logo?: string | undefined; color?: string | undefined } | null;
}

/** `mode` says whether a logo may come by http. */
export function frameOf(
  language: Language,
  sender: Sender | null,
  { mode }: { mode: "development" | "production" },
): Frame {
  const texts = TEXTS[language];
  return {
    language,
    texts,
    organization: sender?.name ?? "",
    logo: logoOf(sender?.branding?.logo, mode),
    styles: stylesFor(sender?.branding?.color),
    fill: (text, values) => filled(texts, text, values),
  };
}

/** Brandings of old may have any text. */
function logoOf(text: string | undefined, mode: "development" | "production"): string | null {
  const url = webAddressOf(text);
  const isAllowed = url?.protocol === "https:" || mode === "development";
  return url && isAllowed && !namesUser(url) ? url.href : null;
}

/** A whole page. */
export function document(
  { language, texts, organization, logo, styles }: Frame,
  { title, content, isAlone = false }: { title: string; content: SafeHtml; isAlone?: boolean },
): string {
  const brand = html`<header class="brand">${logo !== null && html`<img src="${logo}" alt="" referrerpolicy="no-referrer">`}<bdi>${organization}</bdi></header>`;
  const page = html`<!doctype html>
<html lang="${language}" dir="${texts.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${organization === "" ? title : `${title} · ${organization}`}</title>
${new SafeHtml(`<style>${styles}</style>`)}
</head>
<body>
<main${isAlone && html` class="alone"`}>
  ${organization !== "" && brand}${content}
</main>
</body>
</html>
`;
  return page.toString();
}

/** Headers of the pages: nothing runs, nothing is loaded but the logo, and no address, which is a key, leaves with a request. */
export function pageHeaders({ language, logo, styles }: Frame): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-language": language,
    "content-security-policy": [
      "default-src 'none'",
      `style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'`,
      ...(logo === null ? [] : [`img-src ${new URL(logo).origin}`]),
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": "no-store",
    vary: "Accept-Language",
  };
}
