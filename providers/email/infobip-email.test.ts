import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { REPORT_URL, readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { UnreadableReportError } from "../reports/delivery-reports.ts";
import { infobipEmail } from "./infobip-email.ts";

const url = "https://xyz.api.infobip.com/email/3/send";
const headers = {
  authorization: "App s3cret",
  "content-type": expect.stringMatching(/^multipart\/form-data; boundary=/),
};
const status = (groupId: number, groupName: string, name: string, description = "said") => ({
  groupId,
  groupName,
  id: 1,
  name,
  description,
});
const pending = { to: "ada@example.com", messageId: "m-1", status: status(1, "PENDING", "PENDING_ACCEPTED") };
const rejected = (name: string) => ({ to: "bob@example.com", messageId: "m-2", status: status(5, "REJECTED", name) });
const takes = (multipart: Record<string, unknown>, messages: object[] = [pending]): Exchange[] => [
  { request: { url, headers, multipart }, answer: { json: { bulkId: "b-1", messages } } },
];
const result = { id: "m-1", date: ANSWERED_AT };
const plain = {
  from: "Team <team@example.com>",
  to: "ada@example.com",
  subject: "Hi",
  html: "<p>Hi</p>",
  messageId: "m-1",
};
const refuses = (code: number, messageId: string) => ({
  status: code,
  json: { requestError: { serviceException: { messageId, text: "no" } } },
});
const credentials = { apiKey: "s3cret", baseUrl: "xyz.api.infobip.com", from: "team@example.com", senderName: "Team" };

testProvider(infobipEmail, {
  credentials,
  message: { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" },
  sends: {
    "a mail of one recipient": { exchanges: takes(plain), result },
    "to an address with scheme and slash": {
      credentials: { baseUrl: "https://xyz.api.infobip.com/" },
      exchanges: takes(plain),
      result,
    },
    "a mail with everything that it can have": {
      message: {
        from: "other@example.com",
        senderName: "Other, Inc.",
        text: "Hi",
        replyTo: "reply@example.com",
        to: ["ada@example.com", "bob@example.com"],
        cc: ["cara@example.com", "eve@example.com"],
        bcc: ["dan@example.com"],
        headers: { "X-One": "1" },
        attachments: [
          { file: Buffer.from("text"), mime: "text/plain", name: "a.txt" },
          { file: Buffer.from("more"), mime: "text/csv" },
          { file: Buffer.from("png"), mime: "image/png", name: "b.png", cid: "logo", disposition: "inline" },
        ],
      },
      exchanges: takes({
        from: '"Other, Inc." <other@example.com>',
        to: ["ada@example.com", "bob@example.com"],
        cc: ["cara@example.com", "eve@example.com"],
        bcc: "dan@example.com",
        replyTo: "reply@example.com",
        subject: "Hi",
        text: "Hi",
        html: "<p>Hi</p>",
        headers: '{"X-One":"1"}',
        messageId: "m-1",
        preserveRecipients: "true",
        attachment: [
          { filename: "a.txt", type: "text/plain", text: "text" },
          { filename: "attachment", type: "text/csv", text: "more" },
        ],
        inlineImage: { filename: "logo", type: "image/png", text: "png" },
      }),
      result,
    },
    "a mail that not everybody gets": {
      exchanges: takes(plain, [rejected("REJECTED_BLACKLISTED"), pending]),
      result: { ...result, warning: "Infobip refused bob@example.com (said)" },
    },
    "a mail whose delivery is to be reported": {
      options: { reportUrl: REPORT_URL },
      exchanges: takes({ ...plain, notifyUrl: REPORT_URL, trackingUrl: REPORT_URL }),
      result,
    },
  },
  refusalOf: (code) => ({
    status: 400,
    json: { requestError: { serviceException: { messageId: code, text: "Infobip's words" } } },
  }),
  refusals: {
    "every recipient is rejected, with status 200": {
      answer: { json: { messages: [rejected("REJECTED_BLACKLISTED")] } },
      class: "PERMANENT",
    },
    "the mail is undeliverable": {
      answer: {
        json: { messages: [{ messageId: "m-1", status: status(2, "UNDELIVERABLE", "UNDELIVERABLE_NOT_DELIVERED") }] },
      },
      class: "PERMANENT",
    },
    "no credits are left": {
      answer: { json: { messages: [rejected("REJECTED_NOT_ENOUGH_CREDITS")] } },
      class: "FUNDS",
    },
    "a field is not valid": { answer: refuses(400, "BAD_REQUEST"), class: "PERMANENT" },
    "the key is wrong": { answer: refuses(401, "UNAUTHORIZED"), class: "CREDENTIAL" },
    "the key may not send": { answer: refuses(403, "FORBIDDEN"), class: "CREDENTIAL" },
    "too many requests": { answer: refuses(429, "TOO_MANY_REQUESTS"), class: "RETRY" },
  },
});

const read = (body: string) => readReports(infobipEmail, credentials, { body });

test.each([
  ["PENDING", "NO_ERROR", "sent", undefined],
  ["DELIVERED", "NO_ERROR", "delivered", undefined],
  ["UNDELIVERABLE", "EC_MAILBOX_FULL", "bounced", "why"],
  ["EXPIRED", "EC_EXPIRED", "dropped", "why"],
  ["REJECTED", "EC_DOMAIN_UNKNOWN", "rejected", "why"],
  ["REJECTED", "EC_BLACKLISTED_ADDRESS", "blocked", "why"],
  ["REJECTED", "EC_USER_SPAM_COMPLAINT", "blocked", "why"],
])("a report of group %s with %s is %s", async (groupName, name, expected, response) => {
  const raw = {
    bulkId: "b-1",
    messageId: "m-1",
    to: "ada@example.com",
    channel: "EMAIL",
    doneAt: "2026-05-05T12:00:00.000+0200",
    status: status(1, groupName, "N"),
    error: { groupId: 1, name, description: "why", permanent: true },
  };
  expect(await read(JSON.stringify({ results: [raw] }))).toEqual([
    { identifier: "m-1", status: expected, at: new Date("2026-05-05T10:00:00Z"), response, raw },
  ]);
});

test.each([
  ["OPENED", "opened"],
  ["CLICKED", "clicked"],
  ["UNSUBSCRIBED", "unsubscribed"],
  ["COMPLAINED", "complaint"],
])("a notification %s is %s", async (notificationType, expected) => {
  const raw = { notificationType, messageId: "m-1", sendDateTime: 1_777_975_200_000, recipient: "ada@example.com" };
  const report = {
    identifier: "m-1",
    status: expected,
    at: new Date("2026-05-05T10:00:00Z"),
    eventId: "1777975200000",
    raw,
  };
  expect(await read(JSON.stringify(raw))).toEqual([report]);
  expect(await read(JSON.stringify({ results: [raw] }))).toEqual([report]);
});

test("other events say nothing about a delivery", async () => {
  expect(await read(JSON.stringify({ notificationType: "FORWARDED", messageId: "m-1" }))).toEqual([]);
  expect(await read(JSON.stringify({ results: [{ messageId: "m-1", status: { groupName: "NEW" } }, 1] }))).toEqual([]);
});

test.each(["", "no json", "null", "[]", "{}"])("the body %j is no report", async (body) => {
  await expect(read(body)).rejects.toThrow(UnreadableReportError);
});
