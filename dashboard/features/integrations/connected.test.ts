import { expect, test } from "vitest";
import type { Integration } from "#contract/integrations.ts";
import { byChannel, movedTo } from "./connected.ts";

const one = (_id: string, more: Partial<Integration> = {}): Integration => ({
  _id,
  id: _id,
  _environmentId: "dev",
  _organizationId: "o",
  name: _id,
  identifier: _id,
  providerId: "nodemailer",
  channel: "email",
  credentials: {},
  secretsSet: {},
  active: true,
  primary: false,
  priority: 0,
  conditions: [],
  retryInDoubt: true,
  pace: null,
  deleted: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  ...more,
});

const idsOf = (all: Integration[], channel: string) =>
  byChannel(all, "dev")
    .find((part) => part.channel === channel)
    ?.integrations.map(({ _id }) => _id);

test("integrations are in the order of use: the primary one, then by rank, and what is off last", () => {
  const all = [
    one("off", { active: false, priority: 9 }),
    one("third", { priority: 1 }),
    one("second", { priority: 5 }),
    one("first", { primary: true }),
    one("elsewhere", { _environmentId: "prod" }),
    one("text", { channel: "sms" }),
  ];
  expect(idsOf(all, "email")).toEqual(["first", "second", "third", "off"]);
  expect(idsOf(all, "sms")).toEqual(["text"]);
  expect(idsOf(all, "push")).toEqual([]);
});

test("one moves to a place, and the others keep their order", () => {
  expect(movedTo(["a", "b", "c"], "b", 0)).toEqual(["b", "a", "c"]);
  expect(movedTo(["a", "b", "c"], "a", 2)).toEqual(["b", "c", "a"]);
  expect(movedTo(["a", "b", "c"], "b", 1)).toEqual(["a", "b", "c"]);
});
