import { expect, test } from "vitest";
import { testEventForm } from "./test-event-form.ts";

test("the payload of a test event keeps integers beyond 2^53", () => {
  const form = testEventForm({ name: "orders", to: { subscriberId: "ada" }, payload: {} });
  const given = { recipient: "subscriber", subscriber: { id: "ada", text: "Ada" }, topic: null, tenant: "", actor: "" };
  const payload = (text: string) => form.safeParse({ ...given, payload: text }).data?.payload;
  expect(payload('{"id":9007199254740993}')).toEqual({ id: 9007199254740993n });
  expect(payload('{"id":1e999}')).toBeUndefined();
});
