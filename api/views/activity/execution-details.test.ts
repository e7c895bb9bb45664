import { expect, test } from "vitest";
import { devicesMasked } from "./execution-details.ts";

test("devices and addresses of people are masked wherever they stand, in stored requests and details, too", () => {
  const exported = {
    payload: { webhookUrl: "https://hooks.example/s3cret", text: "Tea" },
    deliveries: [
      { request: { target: ["device-one"], title: "Hi" } },
      { request: { webhookUrl: "https://hooks.example/s3cret" } },
    ],
    executionDetails: [{ detail: "Sent", raw: '{"deviceToken":"device-two","result":{"id":"1"}}', createdAt: null }],
    messages: [{ cta: { target: ["_blank"] } }],
  };
  expect(devicesMasked(exported)).toEqual({
    payload: { webhookUrl: "nvsk.cret", text: "Tea" },
    deliveries: [{ request: { target: ["nvsk.-one"], title: "Hi" } }, { request: { webhookUrl: "nvsk.cret" } }],
    executionDetails: [{ detail: "Sent", raw: '{"deviceToken":"nvsk.-two","result":{"id":"1"}}', createdAt: null }],
    messages: [{ cta: { target: ["_blank"] } }],
  });
});
