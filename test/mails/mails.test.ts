import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EmailSource } from "#domain/templates/email/email-source.ts";
import { inlineEmail } from "#domain/templates/email/inline-email.ts";
import { renderEmail } from "#domain/templates/email/render-email.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { inTurn } from "#test/support/in-turn.ts";
import { computedStyles, differences, READERS } from "./computed-styles.ts";

// Mails as people write them, by the shapes of mail editors, frameworks and shops: `before` has them as they are saved, `after` as
// they are sent. A browser computes for each element how it is shown before and after.

const FOLDER = join(import.meta.dirname, "before");
const NAMES = readdirSync(FOLDER).flatMap((file) => (/^[\w-]+\.html$/.test(file) ? [file.slice(0, -5)] : []));

const DATA = {
  name: "Ada <Lovelace>",
  shop: "Example & Sons",
  number: "2041-7",
  total: "€ 42.00",
  date: "1 March 2031",
  support: "help@example.com",
  url: "https://example.com/go?a=1&b=2",
  unsubscribe: "https://example.com/stop",
  headline: "All “new”",
  teaser: "The first lines",
  branding: { color: "#7a1fa2" },
  subject: "Subject",
};
const READINGS = [
  {
    ...DATA,
    isTrial: true,
    status: "paid",
    items: [
      { name: "Tea", price: "2.00" },
      { name: "Cake", price: "40.00" },
      { name: "Cup", price: "0.00" },
    ],
    note: "<p>A <b>note</b></p>",
  },
  { ...DATA, isTrial: false, status: "failed", items: [], note: '<p style="color: blue">Nothing</p>' },
];

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage({ javaScriptEnabled: true });
  await page.route("**/*", (route) => route.abort());
});

afterAll(() => browser.close());

function sourceOf(name: string): { content: string; layout?: string } {
  const html = readFileSync(join(FOLDER, `${name}.html`), "utf8");
  const content = readdirSync(FOLDER).includes(`${name}.content.html`)
    ? readFileSync(join(FOLDER, `${name}.content.html`), "utf8")
    : undefined;
  return content === undefined ? { content: html } : { content, layout: html };
}

function render(
  { content, layout }: { content: string; layout?: string },
  context: object,
  isInlined: boolean,
): string {
  const source: EmailSource = { content, layout };
  return renderEmail({
    template: { contentType: "customHtml", content, subject: "Subject", preheader: "", senderName: "" },
    layout: layout === undefined ? undefined : { content: layout },
    context: { ...context },
    inlined: isInlined ? inlineEmail(source) : undefined,
  }).html;
}

test("there are twenty of them", () => {
  expect(NAMES).toHaveLength(20);
});

describe.each(NAMES.map((name, row) => ({ name, row })))("$name", ({ name, row }) => {
  const source = sourceOf(name);

  test("its rules are in style attributes, and what cannot be there has stayed", async () => {
    const inlined = inlineEmail(source);
    expect(inlined).toBeDefined();
    const { layout = "", content } = inlined ?? {};
    await expect(`${layout}${content}`).toMatchFileSnapshot(`after/${name}.html`);
  });

  test.each(inTurn(READERS, row))("every element is shown as before $name", async (reader) => {
    for (const context of READINGS) {
      const before = await computedStyles(page, render(source, context, false), { reader });
      const after = await computedStyles(page, render(source, context, true), { reader });
      expect(differences(before, after)).toEqual([]);
    }
  });
});

/** Those of which a screen needs no rule that has to stay. */
const COPIED_WHOLE = [
  "campaign-newsletter",
  "drag-and-drop-offer",
  "editor-export-tickets",
  "hybrid-announcement",
  "layout-with-content",
  "transactional-welcome",
  "utility-classes",
  "word-processor",
];

test.each(COPIED_WHOLE)("%s is shown as before where style elements are ignored", async (name) => {
  const [reader] = READERS;
  const [context = {}] = READINGS;
  if (!reader) throw new Error("There is a reader on a screen");
  const source = sourceOf(name);
  const before = await computedStyles(page, render(source, context, false), { reader });
  const options = { reader, withoutStyleElements: true };
  expect(differences(before, await computedStyles(page, render(source, context, true), options))).toEqual([]);
});
