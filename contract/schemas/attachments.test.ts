import { expect, test } from "vitest";
import { attachmentIssues, normalBase64, parseAttachments } from "./attachments.ts";

const issuesOf = (attachments: unknown) =>
  attachmentIssues(attachments).map(({ path, message }) => `${path.join(".")} ${message}`);

const file = "aGVsbG8=";

test("a file in base64 is taken, with what mails say about it", () => {
  const logo = {
    file,
    mime: "image/png",
    name: "logo ü.png",
    channels: ["email"],
    cid: "logo@acme",
    disposition: "inline",
  };
  expect(issuesOf([logo, { file }, { file, mime: null, name: null, channels: [] }])).toEqual([]);
  expect(parseAttachments([logo])).toEqual([logo]);
});

test.each([
  ["a text", "x", " must be a list of files"],
  ["an object", { file }, " must be a list of files"],
  ["no file", [{ name: "a" }], "0.file must be a text: the bytes of the file in base64"],
  ["bytes as JSON", [{ file: { type: "Buffer", data: [1] } }], "0.file must be a text"],
  ["an empty file", [{ file: "" }], "0.file should not be empty"],
  ["a data URL", [{ file: `data:image/png;base64,${file}` }], "0.file must be base64 without a data: prefix"],
  ["two alphabets of base64", [{ file: "a-+b" }], "0.file must be base64"],
  ["padding inside", [{ file: "aa==aaaa" }], "0.file must be base64"],
  ["a lone digit", [{ file: "aGVsb" }], "0.file must be base64"],
  ["too many", Array.from({ length: 51 }, () => ({ file })), " must contain no more than 50 elements"],
  [
    "a line break in a name",
    [{ file, name: "a\r\nBcc: eve@example.com" }],
    "0.name must not contain control characters",
  ],
  ["a type that is none", [{ file, mime: "png" }], "0.mime must be a media type"],
  ["a line break in a type", [{ file, mime: "text/plain; a\r\nx: y" }], "0.mime must not contain control characters"],
  ["a content id with brackets", [{ file, cid: "<a>" }], "0.cid must be a text without spaces"],
  ["an unknown disposition", [{ file, disposition: "form-data" }], "0.disposition must be attachment or inline"],
  ["an unknown channel", [{ file, channels: ["fax"] }], "0.channels.0 must be one of in_app"],
])("%s is refused with the field's name and the remedy", (_, attachments, expected) => {
  expect(issuesOf(attachments)[0]).toContain(expected);
});

test("base64 with broken lines or without padding is taken, and normalised", () => {
  expect(normalBase64("aGVs\r\nbG8=\r\n")).toBe(file);
  expect(normalBase64("aGVsbG8")).toBe(file);
  // As urlsafe_b64encode of Python writes it.
  expect(normalBase64("_-8=")).toBe("/+8=");
  expect(normalBase64("_-8")).toBe("/+8=");
});

test("reading a long text that is no base64 takes no time to speak of", () => {
  const began = performance.now();
  expect(normalBase64(`${" ".repeat(5_000_000)}!`)).toBeUndefined();
  expect(normalBase64(`${" ".repeat(5_000_000)}=`)).toBeUndefined();
  expect(normalBase64(`${"=".repeat(5_000_000)}`)).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(2_000);
});
