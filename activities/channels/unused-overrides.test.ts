import { expect, test } from "vitest";
import { email } from "./email.ts";
import { push } from "./push.ts";
import { unusedOverrides } from "./unused-overrides.ts";

const step = { stepId: "id-1", uuid: "mail" };
const notes = (
  ...[overrides, channel, providerId, code]: [object, "email" | "push", string, Parameters<typeof unusedOverrides>[4]?]
) =>
  unusedOverrides({ ...overrides }, step, channel === "email" ? email : push, providerId, code).map(({ raw }) => raw);

test("what the step's code says for a provider is noted where it cannot be used", () => {
  const code = { nodemailer: { cc: "nobody", replyTo: "a@example.org" }, sendgird: { a: 1 } };
  expect(notes({}, "email", "nodemailer", code)).toEqual([
    {
      overrides: {
        "providers.sendgird": expect.stringContaining("is no provider of this channel"),
        "providers.nodemailer.cc": expect.stringMatching(/^must be an address.* in the step's code$/),
      },
    },
  ]);
  expect(notes({}, "email", "nodemailer", { nodemailer: { cc: ["a@example.org"] }, sendgrid: {} })).toEqual([]);
});

test("fields that decide before a provider is chosen are noted in a provider's overrides", () => {
  const fields = { integrationIdentifier: "smtp", layoutId: "wide" };
  expect(notes({ providers: { nodemailer: fields } }, "email", "nodemailer")).toEqual([
    {
      overrides: {
        integrationIdentifier: expect.stringContaining("overrides.<channel>"),
        layoutId: expect.stringContaining("overrides.steps.<stepId>"),
      },
    },
  ]);
  expect(notes({ channels: { email: fields } }, "email", "nodemailer")).toEqual([]);
});

test("overrides of the channel push are for another place", () => {
  expect(notes({ push: { badge: 1, integrationIdentifier: "a" } }, "push", "fcm")).toEqual([
    { overrides: { badge: expect.stringContaining("overrides.providers.<providerId>") } },
  ]);
});
