import { expect, test } from "vitest";
import { readReports } from "#test/support/report-calls.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { brevoSms } from "../brevo-sms.ts";

const read = (body: string) => readReports(brevoSms, { apiKey: "key", from: "Belfry" }, { body });
const event = (msg_status: string, more: object = {}) => ({
  id: 26570,
  to: "491700000000",
  sms_count: 1,
  credits_used: 1.5,
  messageId: 1511882900176220,
  msg_status,
  date: "2026-05-05 11:59:58",
  ts_event: 1777975198,
  type: "transactional",
  reference: "r-1",
  tag: "m-1",
  ...more,
});

test.each([
  ["accepted", "accepted"],
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["soft_bounce", "undelivered"],
  ["hard_bounce", "failed"],
  ["rejected", "rejected"],
  ["blacklisted", "rejected"],
  ["skip", "failed"],
  ["unsubscribed", "unsubscribed"],
])("%s is %s", async (given, status) => {
  expect(await read(JSON.stringify(event(given)))).toEqual([
    {
      identifier: "1511882900176220",
      status,
      response: undefined,
      raw: event(given),
      at: new Date("2026-05-05T09:59:58Z"),
    },
  ]);
});

test("the other spelling of the id, the vendor's words, and a moment that is not said in universal time", async () => {
  const { messageId: _, ...rest } = event("hard_bounce", {
    message_id: "123",
    ts_event: undefined,
    error_code: 6,
    description: "Unknown subscriber",
  });
  expect(await read(JSON.stringify([rest]))).toMatchObject([
    { identifier: "123", at: null, response: "6: Unknown subscriber" },
  ]);
});

test("what says nothing about a delivery is left out", async () => {
  const body = JSON.stringify([event("replied"), { event: "delivered" }, null, event("sent")]);
  expect(await read(body)).toMatchObject([{ status: "sent" }]);
});

test.each(["", "<html>", "null", '"text"', "0"])("a body %j is unreadable", async (body) => {
  await expect(read(body)).rejects.toThrow(UnreadableReportError);
});
