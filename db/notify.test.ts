import { expect, test } from "vitest";
import { type InboxEvent, packed, unpacked } from "./notify.ts";

const received = (environmentId: string, count: number): InboxEvent[] =>
  Array.from({ length: count }, () => ({
    kind: "received",
    environmentId,
    subscriberId: crypto.randomUUID(),
    messageId: crypto.randomUUID(),
  }));

test("a cohort's messages travel in notifications that Postgres takes, and arrive whole", () => {
  const events = received(crypto.randomUUID(), 400);
  const payloads = packed(events);
  expect(payloads.length).toBeLessThan(6);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
  expect(payloads.flatMap(unpacked)).toEqual(events);
});

test("events of two environments never share a notification", () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const events: InboxEvent[] = [
    ...received(first, 1),
    { kind: "unseen", environmentId: second, subscriberId: "b" },
    { kind: "unread", environmentId: first, subscriberId: "a" },
  ];
  const unpackedEach = packed(events).map(unpacked);
  expect(unpackedEach.map((some) => some.map(({ environmentId }) => environmentId))).toEqual([
    [first, first],
    [second],
  ]);
});

test("nothing to tell makes no notification", () => {
  expect(packed([])).toEqual([]);
});

test("a text that is no notification of ours is refused", () => {
  expect(() => unpacked("hello")).toThrow();
  expect(() => unpacked("{}")).toThrow();
});
