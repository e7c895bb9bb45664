import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aReportCall } from "#test/support/report-calls.ts";
import { createHttp } from "../../http/http.ts";
import { type ReportCall, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { telnyxReports } from "./telnyx-reports.ts";

const event = (status: string, errors: object[] = []) => ({
  data: {
    event_type: "message.finalized",
    id: "event-1",
    occurred_at: "2026-05-05T10:00:00.000+00:00",
    payload: {
      direction: "outbound",
      id: "message-1",
      to: [{ phone_number: "+491700000000", status, carrier: "", line_type: "" }],
      errors,
    },
    record_type: "event",
  },
  meta: { attempt: 2, delivered_to: "https://belfry.example.com" },
});

describe("messaging webhooks of Telnyx", () => {
  test("carry the id of the message in the payload, and that of the event outside", () => {
    const json = event("delivered");
    expect(telnyxReports.parse(aReportCall({ json }))).toEqual([
      {
        identifier: "message-1",
        eventId: "event-1",
        status: "delivered",
        attempts: 2,
        response: undefined,
        raw: json,
        at: new Date("2026-05-05T10:00:00Z"),
      },
    ]);
  });

  test.each([
    ["queued", "queued"],
    ["sending", "sending"],
    ["sent", "sent"],
    ["sending_failed", "failed"],
    ["delivery_failed", "failed"],
    ["delivery_unconfirmed", "undelivered"],
    ["expired", "undelivered"],
  ])("%s is %s", (given, status) => {
    const errors = [{ code: "40008", title: "Undeliverable", detail: "The carrier did not accept the message." }];
    expect(telnyxReports.parse(aReportCall({ json: event(given, errors) }))).toMatchObject([
      { status, response: "The carrier did not take the message (40008) The carrier did not accept the message." },
    ]);
  });

  test("events about something else are left out", () => {
    expect(telnyxReports.parse(aReportCall({ json: event("webhook_delivered") }))).toEqual([]);
    expect(telnyxReports.parse(aReportCall({ json: { data: { event_type: "call.initiated" } } }))).toEqual([]);
  });

  test.each(["", "{", "null", "[]", "{}", '{"data":"text"}'])("%j is not readable", (body) => {
    expect(() => telnyxReports.parse(aReportCall({ body }))).toThrow(UnreadableReportError);
  });
});

describe("the signature of Telnyx' webhooks", () => {
  const http = createHttp();
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const shownKey = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
  const isGenuine = (call: ReportCall, webhookSigningKey?: string) =>
    telnyxReports.isGenuine(call, { webhookSigningKey }, { http });
  const body = JSON.stringify(event("delivered"));

  function signed(secondsAgo: number): ReportCall {
    const timestamp = String(Math.floor(Date.now() / 1_000) - secondsAgo);
    const signature = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString("base64");
    return aReportCall({ body, headers: { "telnyx-signature-ed25519": signature, "telnyx-timestamp": timestamp } });
  }

  test("is verified by the public key", () => {
    const call = signed(0);
    expect(isGenuine(call, shownKey)).toBe(true);
    expect(isGenuine({ ...call, body: body.replace("message-1", "message-2") }, shownKey)).toBe(false);
    const timestamp = String(Number(call.headers["telnyx-timestamp"]) + 1);
    expect(isGenuine({ ...call, headers: { ...call.headers, "telnyx-timestamp": timestamp } }, shownKey)).toBe(false);
  });

  test("is not valid for more than five minutes", () => {
    expect(isGenuine(signed(290), shownKey)).toBe(true);
    expect(isGenuine(signed(310), shownKey)).toBe(false);
    expect(isGenuine(signed(-310), shownKey)).toBe(false);
  });

  test("is needed where the key is known, and not otherwise", () => {
    expect(isGenuine(aReportCall({ body }), shownKey)).toBe(false);
    expect(isGenuine(aReportCall({ body }))).toBe("unsigned");
    expect(isGenuine(signed(0), "no key")).toBe(false);
  });
});
