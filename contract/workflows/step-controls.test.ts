import { expect, test } from "vitest";
import { CONTROLS } from "./step-controls.ts";

const isAddress = (avatar: string) => CONTROLS.in_app.shape.avatar.safeParse(avatar).success;

test.each([
  "https://example.com/{{ payload.id }}.png",
  'https://example.com/{% if payload.isNew %}new{% endif %}/{{ payload.id | default: "none" }}',
  "http://example.com/{id}%20{",
  '{{ payload.url | default: "/" }}',
  "/orders/{{ payload.id }}",
])("%s is an address", (text) => {
  expect(isAddress(text)).toBe(true);
});

test.each([
  "https://example.com/a b",
  "https://example.com/{{ payload.id",
  "https://{% if a",
  "javascript:alert(1)",
  "mailto:ada@example.com",
  "orders",
])("%s is no address", (text) => {
  expect(isAddress(text)).toBe(false);
});

test("a long text is read in no time", () => {
  const started = performance.now();
  expect(isAddress(`https://${"{{x}}".repeat(10_000)} `)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1_000);
});
