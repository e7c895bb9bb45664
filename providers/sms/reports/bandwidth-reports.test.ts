import { expect, test } from "vitest";
import { type ReportContent, readReports } from "#test/support/report-calls.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { bandwidth } from "../bandwidth.ts";

const credentials = { user: "u1", password: "pass", accountSid: "9900000", from: "+15554443333" };
const read = (call: ReportContent) => readReports(bandwidth, credentials, call);
const event = {
  type: "message-delivered",
  time: "2026-05-05T10:00:01.123Z",
  to: "+15552223333",
  description: "ok",
  message: { id: "1589228074636lm4k2je7j7jklbn2", direction: "out", tag: "m-1", segmentCount: 1 },
};
const at = new Date("2026-05-05T10:00:01.123Z");

test("the events of a call are read together", async () => {
  const failed = {
    ...event,
    type: "message-failed",
    description: "rejected-carrier-does-not-exist",
    errorCode: 4405,
    message: { ...event.message, id: "other" },
  };
  expect(await read({ json: [event, failed] })).toEqual([
    { identifier: event.message.id, status: "delivered", at, response: "ok", raw: event },
    {
      identifier: "other",
      status: "failed",
      at,
      raw: failed,
      problem: { class: "CREDENTIAL", message: "The number that sends may not send messages (4405)" },
      response: "The number that sends may not send messages (4405): rejected-carrier-does-not-exist",
    },
  ]);
});

test("a text that is being sent is reported", async () => {
  expect(await read({ json: [{ ...event, type: "message-sending", description: null }] })).toMatchObject([
    { status: "sending", response: undefined },
  ]);
});

test("what says nothing about a delivery is left out", async () => {
  expect(await read({ json: [{ ...event, type: "message-received" }, {}, { type: "message-failed" }] })).toEqual([]);
});

test("a moment that is none is unknown", async () => {
  expect(await read({ json: [{ ...event, time: "now" }] })).toMatchObject([{ at: null }]);
});

test.each(["", "type=message-failed", "null", "[null]", "1"])("%j is no report", async (body) => {
  await expect(read({ body })).rejects.toThrow(UnreadableReportError);
});
