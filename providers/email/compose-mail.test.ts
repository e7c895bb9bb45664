import fc from "fast-check";
import MailComposer from "nodemailer/lib/mail-composer";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import type { EmailMessage, WithSender } from "../messages.ts";
import { composeAnyMail, composeMail } from "./compose-mail.ts";
import { composeSimpleMail } from "./compose-simple-mail.ts";

const mail: WithSender<EmailMessage> = {
  id: "m-1",
  from: "shop@example.com",
  to: ["ann@example.net"],
  subject: "Hi",
  html: "<p>Hi</p>",
};
const MESSAGE_ID = "<m-1@example.com>";

const address = fc.constantFrom("ann@example.net", "o'b+x@a-b.example.com", "a.b@x.co", "Ann@example.net");
const pieces = ["Hello ", "ü", ".", "\n", "\r\n", ".\r\n", " ", "=", '"', "=?", "漢字", "From ", "\t", "x".repeat(80)];
const text = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => `a${parts.join("")}`),
  fc.string({ unit: "grapheme", maxLength: 200 }).map((anything) => `a${anything}`),
);

/** The content as text, without what differs from one composition to the next. */
function comparable(content: Buffer): string {
  return content
    .toString()
    .replace(/^Date: .*$/m, "")
    .replace(/--_NmP-\w+-Part_\d+|--_[0-9a-f-]{36}/g, "BOUNDARY")
    .replace(";\r\n boundary", "; boundary");
}

const LIST_HEADERS = {
  "List-Unsubscribe": `<https://example.com/${"x".repeat(300)}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
};

test("simple mails are composed to the same bytes as nodemailer composes them", () => {
  const simple = fc.record(
    {
      to: fc.array(address, { minLength: 1, maxLength: 6 }),
      cc: fc.array(address, { maxLength: 2 }),
      bcc: fc.array(address, { maxLength: 2 }),
      replyTo: address,
      subject: text,
      text,
      html: text,
      headers: fc.constantFrom({}, LIST_HEADERS),
    },
    { requiredKeys: ["to", "subject", "html"] },
  );
  fc.assert(
    fc.property(simple, fc.oneof(fc.constant(""), text), address, (fields, name, from) => {
      const given = { ...mail, ...fields };
      const ours = composeSimpleMail(given, { name, address: from }, MESSAGE_ID);
      const nodemailers = composeAnyMail(given, { name, address: from }, MESSAGE_ID);
      expect(ours?.envelope).toEqual(nodemailers.envelope);
      expect(comparable(ours?.content ?? Buffer.of())).toBe(comparable(nodemailers.content));
    }),
    { numRuns: 1_000 },
  );
});

test.each<[string, Partial<EmailMessage>]>([
  ["html alone", {}],
  ["text alone", { html: "", text: "Hi\nAnn" }],
  ["both", { text: "Grüße" }],
  ["neither", { html: "" }],
  ["headers of its own", { headers: { "X-Campaign": "spring", "List-Unsubscribe": "<https://example.com/u>" } }],
  ["an attached file", { attachments: [{ file: Buffer.alloc(200_000, 7), mime: "image/png", name: "größe.png" }] }],
  [
    "an inline image, a mail and a text as attachments",
    {
      text: "Hi",
      attachments: [
        { file: Buffer.from([1, 2, 255]), mime: "image/png", name: "logo.png", cid: "logo", disposition: "inline" },
        { file: Buffer.from("Subject: old\r\n\r\nHi"), mime: "message/rfc822" },
        { file: Buffer.from("a,b\n"), mime: "text/csv", name: "a.csv" },
      ],
    },
  ],
  ["an international address", { to: ["jürgen@exämple.net"] }],
])("a mail with %s equals the one that nodemailer streams", async (_, fields) => {
  const given = { ...mail, ...fields };
  const { attachments = [], ...rest } = given;
  const streamed = await new MailComposer({
    to: [...given.to],
    subject: given.subject,
    html: given.html,
    text: given.text,
    headers: { ...rest.headers },
    from: { name: "", address: mail.from },
    messageId: MESSAGE_ID,
    attachments: attachments.map(({ file, mime, name, cid, disposition }) => ({
      content: file,
      contentType: mime,
      filename: name,
      cid,
      contentDisposition: disposition,
    })),
  })
    .compile()
    .build();
  expect(comparable((await composeMail(given)).content)).toBe(comparable(streamed));
});

test.each([
  ["long lines", "<p>The same words again and again.</p>".repeat(500)],
  ["another alphabet", "Здравствуйте, ваш заказ отправлен. ".repeat(300)],
  ["emoji", "👩‍👩‍👧‍👦 family 🎉\n".repeat(300)],
  ["spaces at the ends of lines", "one \ntwo\t\n three  "],
])("a body with %s is read as it was written", async (_, body) => {
  const parsed = await PostalMime.parse((await composeMail({ ...mail, html: body, text: body })).content);
  expect(parsed.html?.trimEnd()).toBe(body.trimEnd());
  expect(parsed.text?.trimEnd()).toBe(body.trimEnd());
});

test("a line break in a header value cannot begin another header", async () => {
  const { content } = await composeMail({
    ...mail,
    subject: "Hi\r\nBcc: eve@example.net",
    senderName: "Shop\r\nX-Bad: 1",
  });
  const { headers } = await PostalMime.parse(content);
  expect(headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(["bcc"]));
  expect(headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(["x-bad"]));
});
