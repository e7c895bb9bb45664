import { expect, test } from "vitest";
import { DETAILS } from "./details.ts";
import { LOG_CODES, type LogCode, logCodeOf } from "./log-codes.ts";

test("the codes are those that callers know, each once", () => {
  expect(Object.values(LOG_CODES)).toEqual([
    1000, 1001, 1002, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 3001, 3002, 3003, 3004, 3005, 3006, 3007, 3008,
    3009, 3010, 3011, 3012, 3013, 4001, 4002,
  ]);
});

test("every code is that of an execution detail, or else of a log line only", () => {
  const kinds = ["event", "in_app", "email", "sms", "chat", "push"] as const;
  const reached = new Set(Object.values(DETAILS).flatMap((text) => kinds.map((kind) => logCodeOf(text, kind))));
  const logged: LogCode[] = [1001, 1002, 3004, 3011, 3012, 4001, 4002];
  expect(Object.values(LOG_CODES).filter((code) => !reached.has(code))).toEqual(logged);
});

test.each([
  [DETAILS.providerError, { email: 1008, sms: 1004, chat: 1005, push: 1010 }],
  [DETAILS.noIntegration, { email: 3005, sms: 3007, chat: 3008, push: 3009, in_app: undefined }],
  [DETAILS.noChannel, { sms: 1006, chat: 3006, push: 1011 }],
  [DETAILS.messageCreated, { in_app: 1007, email: undefined }],
  [DETAILS.stepCreated, { event: 1000, trigger: undefined }],
] as const)("a detail has the code of its channel: %s", (detail, codes) => {
  for (const [kind, code] of Object.entries(codes)) {
    expect(logCodeOf(detail, kind as Parameters<typeof logCodeOf>[1])).toBe(code);
  }
});
