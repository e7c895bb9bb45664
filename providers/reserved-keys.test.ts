import { expect, test } from "vitest";
import { isReservedByGoogle, MAIL_HEADERS, withoutReserved } from "./reserved-keys.ts";

test("reserved keys are left out where they stand, and named; the message that was given stays as it is", () => {
  const message = { payload: { from: "a", orderId: "1" }, overrides: { data: { "google.x": "1", a: 1 }, badge: 1 } };
  const places = [["payload"], ["overrides", "data"], ["overrides", "none", "data"]].map((at) => ({
    at: at as [string],
    isReserved: isReservedByGoogle,
  }));
  expect(withoutReserved(message, places)).toEqual({
    message: { payload: { orderId: "1" }, overrides: { data: { a: 1 }, badge: 1 } },
    left: ["payload.from", "overrides.data.google.x"],
  });
  expect(message.payload.from).toBe("a");
});

test.each([
  ["from", true],
  ["message_type", true],
  ["collapse_key", true],
  ["google.sent_time", true],
  ["gcm.notification.title", true],
  ["google", false],
  ["fromCity", false],
  ["orderId", false],
])("Google reserves %s: %s", (key, isReserved) => {
  expect(isReservedByGoogle(key)).toBe(isReserved);
});

test("headers that the fields of a mail make are left out, in any case", () => {
  const headers = { "Content-Type": "text/plain", BCC: "a@example.org", "X-Order": "1", "In-Reply-To": "<1@a>" };
  expect(withoutReserved({ headers }, [MAIL_HEADERS])).toEqual({
    message: { headers: { "X-Order": "1", "In-Reply-To": "<1@a>" } },
    left: ["headers.Content-Type", "headers.BCC"],
  });
});
