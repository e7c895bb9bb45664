import { expect, test } from "vitest";
import { aStep } from "../../testing/fixtures.ts";
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
