import { expect, test } from "vitest";
import { CHANNELS, type Channel } from "./constants/channels.ts";
import {
  mailboxOf,
  OVERRIDE_FIELDS,
  type OverrideKind,
  overrideProblem,
  splitAddresses,
} from "./constants/templates/override-fields.ts";
import { TriggerOverrides } from "./events.ts";

/** Of each kind, all forms that are understood, and values that are not. */
const VALUES: Record<OverrideKind, { understood: unknown[]; refused: unknown[] }> = {
  text: { understood: ["a", 7, "", null], refused: [{ a: 1 }, ["a"], true] },
  mailbox: {
    understood: ["shop@example.org", "Shop <shop@example.org>", '"Shop, Inc." <shop@example.org>', ""],
    refused: ["Shop", { email: "shop@example.org" }, ["shop@example.org"], 5],
  },
  webAddress: {
    understood: ["https://hooks.example.org/1", "http://bücher.example/ü", "", null],
    refused: ["hooks.example.org", "ftp://example.org", "https://", 7, {}, ["https://example.org"]],
  },
  addresses: {
    understood: ["a@example.org", "a@example.org, b@example.org", ["a@example.org", "Ann <b@example.org>"], [], null],
    refused: ["Ann", ["a@example.org", "Ann"], { email: "a@example.org" }, [7]],
  },
  texts: { understood: ["a", ["a", "b"], []], refused: [7, [{}], { a: "b" }] },
  headers: {
    understood: [{ a: "b", c: 5, d: true, e: null, "X-Order": 9007199254740993n }, {}],
    refused: [
      "a",
      ["a"],
      { a: { b: 1 } },
      { "": "z" },
      { "X Y": "z" },
      { "X:Y": "z" },
      { Ü: "z" },
      { "X-A": "1", "x-a": "2" },
    ],
  },
  object: { understood: [{ a: { b: 1 } }, {}], refused: ["a", ["a"]] },
};

const cases = CHANNELS.flatMap((channel) =>
  Object.entries(OVERRIDE_FIELDS[channel].fields).map(([field, kind]): [Channel, string, OverrideKind] => [
    channel,
    field,
    kind,
  ]),
);

test.each(cases)("overrides.%s.%s is understood in all its forms, or refused with a remedy", (channel, field, kind) => {
  const issues = (overrides: object) =>
    TriggerOverrides.safeParse(overrides).error?.issues.map(({ path, message }) => [path.join("."), message]);
  for (const value of VALUES[kind].understood) {
    expect(issues({ [channel]: { [field]: value } })).toBeUndefined();
    expect(issues({ channels: { [channel]: { [field]: value } } })).toBeUndefined();
  }
  for (const value of VALUES[kind].refused) {
    const problem = overrideProblem(kind, value);
    expect(problem).toMatch(/^must be /);
    expect(issues({ [channel]: { [field]: value } })).toEqual([[`${channel}.${field}`, problem]]);
    expect(issues({ channels: { [channel]: { [field]: value } } })).toEqual([
      [`channels.${channel}.${field}`, problem],
    ]);
  }
});

test.each([
  ["a@example.org, b@example.org;c@example.org", ["a@example.org", "b@example.org", "c@example.org"]],
  ['"Shop, Inc." <a@example.org>, b@example.org', ['"Shop, Inc." <a@example.org>', "b@example.org"]],
  ['"A \\", B" <a@example.org>', ['"A \\", B" <a@example.org>']],
  [" , ", []],
])("several addresses in one text are told apart: %s", (text, parts) => {
  expect(splitAddresses(text)).toEqual(parts);
});

test.each([
  ['"Shop, Inc." <shop@example.org>', { address: "shop@example.org", name: "Shop, Inc." }],
  ['"A \\"B\\"" <a@example.org>', { address: "a@example.org", name: 'A "B"' }],
  ["<a@example.org>", { address: "a@example.org" }],
  ["a@mailhog", { address: "a@mailhog" }],
  ["@example.org", undefined],
  ["a@", undefined],
])("a mailbox is read: %s", (text, mailbox) => {
  expect(mailboxOf(text)).toEqual(mailbox);
});
