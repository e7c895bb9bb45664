import { expect, test } from "vitest";
import { z } from "zod";
import {
  choice,
  credentialFields,
  fromAddress,
  number,
  optional,
  secret,
  structure,
  text,
  toggle,
  webUrl,
} from "./credentials.ts";
import { isSecretPath, parseCredentials, secretValues } from "./stored-credentials.ts";

const credentials = z.object({
  apiKey: secret("API Key", { type: "text", description: "Made in the vendor's console" }),
  port: number("Port", { min: 1, max: 65_535 }),
  from: fromAddress(),
  region: optional(
    choice("Region", [
      { name: "Default", value: null },
      { name: "EU", value: "eu" },
    ]),
  ),
  secure: optional(toggle("Secure", { type: "boolean" })),
  options: optional(
    structure("Options", z.strictObject({ depth: z.number().optional(), pin: optional(secret("Pin")) })),
  ),
  user: optional(text("User", { value: "admin" })),
});
const valid = { apiKey: "key-1", port: 25, from: "a@example.com" };

test("the catalogue's fields follow from the schema that validates them, in its order", () => {
  expect(credentialFields(credentials)).toEqual([
    {
      key: "apiKey",
      displayName: "API Key",
      description: "Made in the vendor's console",
      type: "text",
      required: true,
      secret: true,
    },
    { key: "port", displayName: "Port", type: "number", required: true },
    expect.objectContaining({ key: "from", displayName: "From email address", type: "string", required: true }),
    {
      key: "region",
      displayName: "Region",
      type: "dropdown",
      required: false,
      dropdown: [
        { name: "Default", value: null },
        { name: "EU", value: "eu" },
      ],
    },
    { key: "secure", displayName: "Secure", type: "boolean", required: false },
    { key: "options", displayName: "Options", type: "object", required: false },
    { key: "user", displayName: "User", type: "string", required: false, value: "admin" },
  ]);
});

test("what forms send as text arrives as the type the provider works with", () => {
  const stored = { ...valid, port: " 2525 ", secure: "false", options: '{"depth":2}', from: " a@example.com\n" };
  expect(parseCredentials({ credentials }, stored)).toEqual({
    ok: true,
    credentials: { apiKey: "key-1", port: 2525, from: "a@example.com", secure: false, options: { depth: 2 } },
  });
});

test("an empty value counts as absent", () => {
  const parsed = parseCredentials({ credentials }, { ...valid, user: " ", region: null, options: "" });
  expect(parsed).toEqual({ ok: true, credentials: valid });
});

test("each wrong or missing field is named with its remedy, and no value is quoted", () => {
  const stored = { apiKey: "", port: "70000", from: "nobody", region: "mars", options: "{oops", secure: "yes" };
  expect(parseCredentials({ credentials }, stored)).toEqual({
    ok: false,
    problems: [
      { field: "apiKey", remedy: 'fill in "API Key"' },
      { field: "port", remedy: 'correct "Port": must be a whole number from 1 to 65535' },
      { field: "from", remedy: 'correct "From email address": must be an email address' },
      { field: "region", remedy: 'correct "Region": must be one of the following values: eu' },
      { field: "secure", remedy: 'correct "Secure": must be true or false' },
      { field: "options", remedy: 'correct "Options": must be valid JSON' },
    ],
  });
});

test("an address among the credentials is a whole one", () => {
  const withUrl = z.object({ baseUrl: webUrl("Base URL") });
  for (const baseUrl of ["https://bücher.example:8443/api", "http://[::1]:3000", " https://example.org "]) {
    expect(parseCredentials({ credentials: withUrl }, { baseUrl })).toEqual({
      ok: true,
      credentials: { baseUrl: baseUrl.trim() },
    });
  }
  for (const baseUrl of ["example.org", "https:/example.org", "ftp://example.org", "https://example.org/a b"]) {
    expect(parseCredentials({ credentials: withUrl }, { baseUrl })).toEqual({
      ok: false,
      problems: [{ field: "baseUrl", remedy: 'correct "Base URL": must be an http or https address, in full' }],
    });
  }
});

test("keys that the provider does not know are ignored, as integrations may hold fields of older versions", () => {
  expect(parseCredentials({ credentials }, { ...valid, hostname: "old" })).toEqual({ ok: true, credentials: valid });
});

test("secret values are found even when the other credentials are invalid", () => {
  const stored = { apiKey: " key-1 ", port: "x", options: { depth: "y", pin: "1234" } };
  expect(secretValues(credentials, stored)).toEqual([" key-1 ", "key-1", "1234", "1234"]);
});

test.each([
  ["apiKey", true],
  ["options.pin", true],
  ["options.depth", false],
  ["port", false],
  ["hostname", true],
  ["constructor", true],
])("%s is a secret: %s", (path, expected) => {
  expect(isSecretPath(credentials, path.split("."))).toBe(expected);
});

test("a credential made without a builder is refused when the catalogue is built", () => {
  expect(() => credentialFields(z.object({ plain: z.string() }))).toThrow(/builders/);
});
