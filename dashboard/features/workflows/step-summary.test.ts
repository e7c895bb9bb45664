import { expect, test } from "vitest";
import { aStep } from "#dashboard/testing/fixtures.ts";
import { contentText, stepSummary } from "./step-summary.ts";

test("each step says in one line what it does", () => {
  const delay = aStep({ type: "delay" }, { metadata: { type: "regular", amount: 1, unit: "hours" } });
  const scheduled = aStep({ type: "delay" }, { metadata: { type: "scheduled", delayPath: "sendAt" } });
  expect(stepSummary(delay)).toBe("Waits 1 hour");
  expect(stepSummary(scheduled)).toBe("Waits until the moment in payload.sendAt");
  expect(stepSummary(aStep({ type: "email", subject: "Shipped", content: "Body" }))).toBe("Shipped");
  expect(stepSummary(aStep({ type: "in_app", content: "<p>First</p><p>Second</p>" }))).toBe("First");
  expect(stepSummary(aStep({ type: "sms", content: "" }))).toBe("No content yet");
});

test("throttles, waits, requests and branches say what they do", () => {
  const summary = (type: "throttle" | "wait_for_event" | "http" | "branch", metadata: object) =>
    stepSummary(aStep({ type }, { metadata: { type, ...metadata } as never }));
  expect(summary("throttle", { limit: 3, amount: 1, unit: "hours", throttleKey: "post.id" })).toBe(
    "Lets 3 runs of a subscriber pass in 1 hour, by payload.post.id",
  );
  expect(summary("throttle", { limit: 1, windowPath: "until" })).toBe(
    "Lets 1 run of a subscriber pass in the window in payload.until",
  );
  expect(summary("wait_for_event", { signal: "order.paid", amount: 2, unit: "days", matchPath: "order.id" })).toBe(
    "Waits for the signal order.paid with the same order.id, 2 days at most",
  );
  expect(summary("wait_for_event", { workflowIdentifier: "welcome", amount: 1, unit: "hours" })).toBe(
    "Waits for an event of welcome, 1 hour at most",
  );
  expect(summary("http", { method: "POST", url: "https://example.com" })).toBe("Sends POST https://example.com");
  const branches = [
    { branchId: "vip", name: "VIP", filters: [] },
    { branchId: "paying", filters: [] },
  ];
  expect(summary("branch", { branches, defaultBranchId: "others" })).toBe(
    "Takes the first branch that applies: VIP, paying; else others",
  );
  expect(stepSummary(aStep({ type: "throttle" }))).toBe("Not set up yet");
});

test("a long line is cut", () => {
  expect(stepSummary(aStep({ type: "sms", content: "a".repeat(300) }))).toHaveLength(100);
});

test("blocks become lines without tags", () => {
  expect(
    contentText([
      { type: "text", content: "<b>Hello</b>" },
      { type: "button", content: "Open" },
    ]),
  ).toBe("Hello\nOpen");
});
