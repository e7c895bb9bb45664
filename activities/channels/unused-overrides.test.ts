import { expect, test } from "vitest";
import { chat } from "./chat.ts";
import { email } from "./email.ts";
import { push } from "./push.ts";
import { unusedOverrides } from "./unused-overrides.ts";

const step = { stepId: "id-1", uuid: "mail" };
const CHANNELS = { email, push, chat };
const notesOf = (
  event: Partial<Parameters<typeof unusedOverrides>[0]>,
  channel: keyof typeof CHANNELS,
  providerId: string,
  code?: Parameters<typeof unusedOverrides>[4],
) =>
  unusedOverrides(
    { overrides: {}, payload: {}, template: {}, ...event },
    step,
    CHANNELS[channel],
    providerId,
    code,
  ).map(({ raw }) => raw);
const notes = (overrides: object, ...rest: Tail<Parameters<typeof notesOf>>) =>
  notesOf({ overrides: { ...overrides } }, ...rest);
type Tail<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

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

test("an address of the payload that is none is noted, as the subscriber's counts then", () => {
  expect(notesOf({ payload: { email: "nobody" } }, "email", "nodemailer")).toEqual([
    { overrides: { "payload.email": expect.stringMatching(/^must be an address.*that of the subscriber counts$/) } },
  ]);
  expect(notesOf({ payload: { webhookUrl: "hooks.example.org/1" } }, "chat", "slack")).toEqual([
    { overrides: { "payload.webhookUrl": expect.stringMatching(/^must be an http or https address/) } },
  ]);
  const good = { email: "Ada <r&d@example.org>", webhookUrl: "https://hooks.example.org/1" };
  expect(notesOf({ payload: good }, "email", "nodemailer")).toEqual([]);
  expect(notesOf({ payload: { email: { subject: "of their own" } } }, "email", "nodemailer")).toEqual([]);
  expect(notesOf({ payload: good }, "chat", "slack")).toEqual([]);
});

test("an address of the step that is none is noted, as the integration's counts then", () => {
  expect(notesOf({ template: { from: "Shop", replyTo: "{{payload.mail}}" } }, "email", "nodemailer")).toEqual([
    {
      overrides: {
        "the step's from": expect.stringMatching(/^must be an address.*: correct it in the workflow$/),
        "the step's replyTo": expect.stringMatching(/^must be an address/),
      },
    },
  ]);
  const good = { from: '"Shop, Inc." <shop@example.org>', replyTo: "a@example.org, B <b@example.org>" };
  expect(notesOf({ template: good }, "email", "nodemailer")).toEqual([]);
});
