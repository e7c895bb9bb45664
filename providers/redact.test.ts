import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { redact } from "./redact.ts";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const account = { type: "service_account", project_id: "shop-1", client_email: "a@shop-1.example", private_key: pem };
const lines = pem.split("\n").filter((line) => line !== "" && !line.startsWith("-----"));
const body = lines.join("");

/** Forms in which a vendor's answer or a library's error may quote a key. */
const FORMS: [string, string][] = [
  ["as it is", pem],
  ["in JSON", JSON.stringify({ key: pem })],
  ["in JSON within JSON", JSON.stringify(JSON.stringify({ account: JSON.stringify(account) }))],
  ["with the line breaks of Windows", pem.replaceAll("\n", "\r\n")],
  ["quoted line by line", lines.map((line) => `> ${line} <`).join("\n")],
  ["without line breaks", body],
  ["in lines of another length", body.replace(/.{76}/g, "$&\n")],
  ["in a form", new URLSearchParams({ key: pem }).toString()],
  ["percent-encoded", encodeURIComponent(JSON.stringify(account))],
];

test.each([
  ["a key", pem],
  ["a key that lost its line breaks", pem.replaceAll("\n", "\\n")],
  ["a key in one line", pem.replaceAll("\n", " ")],
  ["the JSON file of an account", JSON.stringify(account)],
  ["the same, indented", JSON.stringify(account, null, 2)],
])("%s is found in every form", (_, secret) => {
  for (const [form, text] of FORMS) {
    const clean = redact(`The vendor says: ${text}.`, [secret]);
    const shown = lines.slice(0, -1).filter((line) => clean.includes(line.slice(20, 40)));
    expect([form, shown]).toEqual([form, []]);
    expect(clean).toMatch(/^The vendor says: /);
  }
});

test.each([
  ["by itself", (secret: string) => Buffer.from(secret).toString("base64")],
  ["for addresses", (secret: string) => Buffer.from(secret).toString("base64url")],
  ["behind other text", (secret: string) => Buffer.from(`ada:${secret}`).toString("base64")],
  ["before other text", (secret: string) => Buffer.from(`{"k":"${secret}","a":1}`).toString("base64")],
  ["in lines", (secret: string) => Buffer.from(secret).toString("base64").replace(/.{76}/g, "$&\r\n")],
])("base64 of a secret is found %s", (_, encode) => {
  for (const secret of ["correct horse battery?>", pem]) {
    const encoded = encode(secret);
    const clean = redact(encoded, [secret]);
    const half = encoded.slice(12, encoded.length - 12);
    for (const piece of half.match(/[\w+/-]{12}/g) ?? []) expect(clean).not.toContain(piece);
  }
});

test("what is no secret stays readable", () => {
  const text = 'The project "shop-1" of a@shop-1.example has no "open" key: -----BEGIN PRIVATE KEY----- is missing';
  expect(redact(text, [JSON.stringify(account), pem, "open sesame"])).toBe(text);
});
