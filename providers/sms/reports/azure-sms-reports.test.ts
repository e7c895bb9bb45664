import { expect, test } from "vitest";
import { aReportCall, REPORT_TOKEN, withToken } from "#test/support/report-calls.ts";
import { createHttp } from "../../http/http.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { azureSms } from "../azure-sms.ts";

const http = createHttp();
const stored = { accessKey: "endpoint=https://acs.communication.azure.com/;accesskey=a2V5", from: "+1800" };

const read = async (body: string) =>
  azureSms.readReports?.(withToken(aReportCall({ body })), stored, { http, token: REPORT_TOKEN });
const event = (deliveryStatus: string, more: object = {}) => ({
  id: "8813a09b",
  topic: "/subscriptions/1",
  subject: "/phonenumber/15555555555",
  data: {
    messageId: "Outgoing_1",
    from: "15555555555",
    to: "+15555555555",
    tag: "m-1",
    deliveryStatus,
    deliveryStatusDetails: "No error.",
    receivedTimestamp: "2026-05-05T09:59:58.2855749Z",
    deliveryAttempts: [{ timestamp: "2026-05-05T09:59:57.9315918Z", segmentsSucceeded: 1, segmentsFailed: 0 }],
    ...more,
  },
  eventType: "Microsoft.Communication.SMSDeliveryReportReceived",
  dataVersion: "1.0",
  metadataVersion: "1",
  eventTime: "2026-05-05T09:59:59Z",
});

test.each([
  ["Delivered", "delivered"],
  ["Failed", "failed"],
  ["Expired", "failed"],
])("%s is %s", async (given, status) => {
  expect(await read(JSON.stringify([event(given)]))).toEqual({
    reports: [
      {
        identifier: "Outgoing_1",
        status,
        attempts: 1,
        response: "No error.",
        raw: event(given),
        at: new Date("2026-05-05T09:59:58.285Z"),
      },
    ],
  });
});

test.each([
  ["4007", "The recipient has opted out of messages from this number (4007)"],
  ["4004: No such number.", "The recipient's number does not exist (4004)"],
  ["Carrier says no.", "Carrier says no."],
])("the details %s are told as %s", async (deliveryStatusDetails, response) => {
  const call = await read(JSON.stringify([event("Failed", { deliveryStatusDetails })]));
  expect(call).toMatchObject({ reports: [{ status: "failed", response }] });
});

test("names with a capital letter are the same, and what is missing is not made up", async () => {
  const older = { ...event(""), data: { MessageId: "Outgoing_2", DeliveryStatus: "Delivered" } };
  expect(await read(JSON.stringify([older]))).toEqual({
    reports: [
      {
        identifier: "Outgoing_2",
        status: "delivered",
        at: null,
        raw: older,
        response: undefined,
        attempts: undefined,
      },
    ],
  });
});

test("a call may bring several events, and those of other kinds are left out", async () => {
  const received = { ...event("Delivered"), eventType: "Microsoft.Communication.SMSReceived" };
  const body = JSON.stringify([received, event("Failed"), null, { data: {} }]);
  expect(await read(body)).toMatchObject({ reports: [{ status: "failed" }] });
});

test("Event Grid's question whether the address is right is answered with its code", async () => {
  const question = {
    id: "1",
    eventType: "Microsoft.EventGrid.SubscriptionValidationEvent",
    data: { validationCode: "512d38b6", validationUrl: "https://rp-eastus2.eventgrid.azure.net/" },
  };
  expect(await read(JSON.stringify([question]))).toEqual({
    challenge: { type: "application/json", text: '{"validationResponse":"512d38b6"}' },
  });
});

test.each(["", "<html>", "null", '"text"', "0"])("a body %j is unreadable", async (body) => {
  await expect(read(body)).rejects.toThrow(UnreadableReportError);
});
