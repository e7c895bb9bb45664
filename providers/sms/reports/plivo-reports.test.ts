import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aReportCall, REPORT_URL } from "#test/support/report-calls.ts";
import { createHttp } from "../../http/http.ts";
import { type ReportCall, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { plivoReports } from "./plivo-reports.ts";

const callback = {
  MessageUUID: "db3ce55a-7f1d-11e1-8ea7-1231380bc196",
  To: "14156667777",
  From: "14157778888",
  Status: "delivered",
  Sequence: "3",
  QueuedTime: "2026-05-05 09:59:58.000001",
  SentTime: "2026-05-05 09:59:59.000002",
  DeliveryReportTime: "2026-05-05 10:00:00.123456",
};

describe("message status callbacks of Plivo", () => {
  test.each([
    ["as a form", aReportCall({ form: callback })],
    ["in the query of a GET", aReportCall({ query: callback })],
  ])("are read %s", (_, call) => {
    expect(plivoReports.parse(call)).toEqual([
      {
        identifier: callback.MessageUUID,
        status: "delivered",
        response: undefined,
        raw: callback,
        at: new Date("2026-05-05T10:00:00.123Z"),
      },
    ]);
  });

  test.each([
    ["queued", "queued", "2026-05-05T09:59:58.000Z"],
    ["sent", "sent", "2026-05-05T09:59:59.000Z"],
    ["undelivered", "undelivered", "2026-05-05T10:00:00.123Z"],
    ["failed", "failed", "2026-05-05T10:00:00.123Z"],
    ["rejected", "rejected", "2026-05-05T10:00:00.123Z"],
  ])("%s is %s, at its own time", (Status, status, at) => {
    const [report] = plivoReports.parse(aReportCall({ form: { ...callback, Status, ErrorCode: "200" } }));
    expect(report).toMatchObject({
      status,
      at: new Date(at),
      response: "The recipient has replied STOP to this number and gets no messages until they reply START (200)",
    });
  });

  test("the names of Plivo's clients are read too; a status of the future is left out", () => {
    const [report] = plivoReports.parse(aReportCall({ json: { messageUuid: "u-1", status: "sent" } }));
    expect(report).toMatchObject({ identifier: "u-1", status: "sent", at: null });
    expect(plivoReports.parse(aReportCall({ form: { ...callback, Status: "read" } }))).toEqual([]);
  });

  test.each(["", "garbage", "{", '"text"', "Status=sent"])("%j is not readable", (body) => {
    expect(() => plivoReports.parse(aReportCall({ body }))).toThrow(UnreadableReportError);
  });
});

describe("the signature of Plivo's callbacks", () => {
  const http = createHttp();
  const isGenuine = (call: ReportCall) => plivoReports.isGenuine(call, { token: "s3cret" }, { http });
  const sign = (text: string) => createHmac("sha256", "s3cret").update(text).digest("base64");
  const nonce = "12345678901234567890";
  const body = new URLSearchParams({ To: "1", From: "2 3" }).toString();
  const url = `${REPORT_URL}?b=2&a=1`;

  test("fields that are not in their charset are refused, and never replaced", () => {
    const call = aReportCall({ body: "Text=Z%FCrich", headers: { "x-plivo-signature-v3-nonce": nonce } });
    expect(() => isGenuine(call)).toThrow(UnreadableReportError);
  });

  test.each(["x-plivo-signature-v2", "x-plivo-signature-ma-v2"])("%s covers the address", (name) => {
    const headers = { "x-plivo-signature-v2-nonce": nonce, [name]: sign(REPORT_URL + nonce) };
    const call = aReportCall({ url, body, headers });
    expect(isGenuine(call)).toBe(true);
    expect(isGenuine({ ...call, url: url.replace("env-1", "env-2") })).toBe(false);
    expect(isGenuine({ ...call, headers: { ...headers, "x-plivo-signature-v2-nonce": "1" } })).toBe(false);
  });

  test.each([
    ["x-plivo-signature-v3", url, `${REPORT_URL}?a=1&b=2.From2 3To1.`],
    ["x-plivo-signature-ma-v3", url, `${REPORT_URL}?a=1&b=2.From2 3To1.`],
    ["x-plivo-signature-v3", `${REPORT_URL}?a=2&a=1`, `${REPORT_URL}?a=1&a=2.From2 3To1.`],
    ["x-plivo-signature-ma-v3", REPORT_URL, `${REPORT_URL}?From2 3To1.`],
  ])("%s covers address, query and fields", (name, called, signed) => {
    const headers = { "x-plivo-signature-v3-nonce": nonce, [name]: `other, ${sign(signed + nonce)}` };
    const call = aReportCall({ url: called, body, headers });
    expect(isGenuine(call)).toBe(true);
    expect(isGenuine({ ...call, body: body.replace("To=1", "To=2") })).toBe(false);
    expect(isGenuine({ ...call, url: `${called}0` })).toBe(false);
  });

  test("of a GET covers the query", () => {
    const call = aReportCall({ query: { b: "2", a: "1" } });
    const headers = { "x-plivo-signature-v3-nonce": nonce };
    const signature = sign(`${REPORT_URL}?a=1&b=2.${nonce}`);
    expect(isGenuine({ ...call, headers: { ...headers, "x-plivo-signature-v3": signature } })).toBe(true);
    expect(isGenuine({ ...call, headers: { ...headers, "x-plivo-signature-v3": signature.toLowerCase() } })).toBe(
      false,
    );
  });

  test("is needed", () => {
    expect(isGenuine(aReportCall({ form: callback }))).toBe(false);
    expect(isGenuine(aReportCall({ form: callback, headers: { "x-plivo-signature-v2-nonce": nonce } }))).toBe(false);
  });
});
