import { expect, test } from "vitest";
import { inventedNumber, inventedText } from "./invented-value.ts";

test.each([
  ["payload.orderId", "A-1042"],
  ["payload.order_number", "A-1042"],
  ["payload.customer.email", "ada@example.com"],
  ["payload.customerName", "Ada Lovelace"],
  ["payload.first_name", "Ada"],
  ["payload.lastName", "Lovelace"],
  ["payload.name", "Ada"],
  ["payload.items.name", "Notebook"],
  ["payload.company-name", "Example Ltd"],
  ["payload.shippedAt", "2030-01-01T09:00:00.000Z"],
  ["payload.billingAddress", "12 Example Street, London"],
  ["payload.trackingUrl", "https://example.com"],
  ["payload.status", "open"],
  ["payload.deliveryWindow", "Delivery window"],
  ["payload.Größe", "Größe"],
])("the text of %s looks like data: %s", (path, text) => {
  expect(inventedText(path)).toBe(text);
});

test("a number looks like data by its name", () => {
  expect(["payload.quantity", "payload.totalPrice", "payload.discount"].map(inventedNumber)).toEqual([3, 49.9, 25]);
});
