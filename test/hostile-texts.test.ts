import fc from "fast-check";
import { expect, test } from "vitest";
import { illegalVariables } from "#api/controls/control-issues.ts";
import { emailHtml } from "#api/controls/editor-html.ts";
import { htmlToBlocks } from "#api/controls/email-blocks/html-to-blocks.ts";
import { settingsOf } from "#client/options.ts";
import { splitFallback } from "#contract/constants/templates/variable-fallback.ts";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import { withoutTrailingSlashes } from "#contract/constants/values/trailing-slashes.ts";
import { readXliff } from "#dashboard/features/translations/xliff/read-xliff.ts";
import { commonText } from "#domain/failures/common-text.ts";
import { schemaFaults } from "#domain/json-schemas/json-schema.ts";
import { htmlToText } from "#domain/templates/email/html-to-text.ts";
import { inlineEmail } from "#domain/templates/email/inline-email.ts";
import { toLiquid } from "#domain/templates/handlebars/to-liquid.ts";
import { dateFormat } from "#domain/templates/helpers/date-format.ts";
import { numberFormat } from "#domain/templates/helpers/number-format.ts";
import { repairExpressions } from "#domain/templates/repair/repair-expressions.ts";
import { strayCharacter } from "#domain/templates/repair/stray-character.ts";
import { sanitizeInApp } from "#domain/templates/sanitize-in-app.ts";
import { formatMailbox, senderOf } from "#providers/email/mailbox.ts";
import { describeError } from "#telemetry/describe-error.ts";

// Whoever writes one of these texts must not stop the API or a worker with it: the time of everything that reads them is linear.

/** A bound that linear code stays far below, and quadratic code exceeds for texts of this length. */
const LENGTH = 50_000;
const BOUND_MS = 1_000;
/** A text this many times shorter is compared with one that takes longer: quadratic work takes the square of it less. */
const FRACTION = 10;
const RUNS = 10;

/** Parts of which texts consist that take long to read. */
const PARTS =
  '{ }} {{ {% %} {{a}} {%if%} {{{ /} \uE000 \uE001 < > </ <! <!-- --> <p <p> <style> <style>a{ </style> <table> <a href= & &# &amp; " \' ( ) ; : , . / // \\ @ | | default:" # - + = [ ] * a 0 00 :00 a@ @a a. .a 1e9 2026- 0000000000000000 1e999 [1, -1234567890123456 T Z GMT style=" class="a url( /* */ \\" http:// javascript: Received %7B %7D &#123; &quot; “ ” {<b> &nbsp;}}'.split(
    " ",
  );
const part = fc.constantFrom(...PARTS, " ", "\t", "\n");
const parts = (minLength: number, maxLength: number) =>
  fc.array(part, { minLength, maxLength }).map((found) => found.join(""));
const hostile = fc.record({ before: parts(0, 2), pumped: parts(1, 3), after: parts(0, 2) });
/** Texts that took long once: openings whose end is searched for again and again. */
const KNOWN = ["a{%", "{{ } a"].map((pumped): [{ before: string; pumped: string; after: string }] => [
  { before: "", pumped, after: "" },
]);

/** A reader that refuses a text has read it, too. */
function attempt(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

const documentOf = (text: string) =>
  JSON.stringify({
    type: "doc",
    content: [
      { type: "text", text },
      { type: "variable", attrs: { id: text, fallback: text } },
      { type: "button", attrs: { text, url: text, buttonColor: text } },
      { type: "for", attrs: { each: text, as: text } },
    ],
  });

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  "addresses with slashes": (text) => [
    withoutTrailingSlashes(text),
    settingsOf({ apiUrl: `http://a/${text}`, secretKey: "a" }, undefined),
  ],
  mailboxes: (text) => formatMailbox({ ...senderOf({ from: text }), name: text }),
  dates: (text) => dateFormat(text, "yyyy"),
  numbers: (text) => numberFormat(text, ["thousandsSep", text]),
  "documents of the block editor": (text) => emailHtml(documentOf(text)),
  "fallbacks of variables": splitFallback,
  "sentences of vendors": commonText,
  "variables that a schema lacks": (text) => illegalVariables(text, {}),
  "errors for the log": (text) => [describeError(new Error(text)), describeError(new SyntaxError(text))],
  Handlebars: toLiquid,
  "mails of HTML as blocks": htmlToBlocks,
  // Copying the rules of one mail may take a second, whatever its length: a shorter one is far below that.
  "styles of mails": (text) =>
    inlineEmail({
      content: `<style>p { color: red } .a { margin: 0 }</style>${text.slice(0, 15_000)}<p class="${text}">`,
    }),
  "JSON with long numbers": (text) =>
    [text, `[${text}]`, JSON.stringify([text, text]), `{"a":[${"1".repeat(20)}${text}`, `"${text}`].map((json) =>
      attempt(() => parseExactJson(json)),
    ),
  "expressions that an editor has written": (text) => [repairExpressions(text), strayCharacter(text)],
  "in-app messages": sanitizeInApp,
  "texts of mails": htmlToText,
  "translations in XLIFF": (text) =>
    [text, `<target>${text}</target>`, `<target><![CDATA[${text}]]></target>`].map((target) =>
      readXliff(`<xliff version="1.2"><file><body><trans-unit id="a">${target}</trans-unit></body></file></xliff>`),
    ),
  "values by a schema": (text) =>
    ["email", "date-time", "date", "uri", "uuid"].map((format) => schemaFaults({ format, enum: [text, {}] }, text)),
};

test.each(Object.entries(READERS))("%s are read in linear time", (_, read) => {
  read("a");
  const property = fc.property(hostile, ({ before, pumped, after }) => {
    const textOf = (length: number) => before + pumped.repeat(Math.ceil(length / pumped.length)) + after;
    const timeOf = (length: number) => {
      const text = textOf(length);
      const began = performance.now();
      attempt(() => read(text));
      return performance.now() - began;
    };
    if (timeOf(LENGTH) < BOUND_MS) return;
    // A busy machine takes long for everything: by turns, and the fastest of each counts.
    const turns = [1, 2, 3].map(() => [timeOf(LENGTH), timeOf(LENGTH / FRACTION)] as const);
    const whole = Math.min(...turns.map(([time]) => time));
    const part = Math.min(...turns.map(([, time]) => time));
    expect(whole < BOUND_MS || whole < 2 * FRACTION * part, `${whole} ms, and ${part} ms for a part`).toBe(true);
  });
  // Smaller parts are no better example of a time.
  fc.assert(property, { numRuns: RUNS + KNOWN.length, examples: KNOWN, endOnFailure: true });
});
