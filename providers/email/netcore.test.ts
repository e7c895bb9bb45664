import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { UnreadableReportError } from "../reports/delivery-reports.ts";
import { netcore } from "./netcore.ts";

const takes = (json: object): Exchange[] => [
  {
    request: { url: "https://emailapi.netcorecloud.net/v5.1/mail/send", headers: { api_key: "s3cret" }, json },
    answer: { json: { status: "success", message: "OK", data: { message_id: "vendor-1" } } },
  },
];
const result = { id: "m-1", date: ANSWERED_AT };
const credentials = { apiKey: "s3cret", from: "team@example.com", senderName: "Team" };
const refuses = (status: number, message: string) => ({ status, json: { status: "error", message, error_info: [] } });

testProvider(netcore, {
  credentials,
  message: { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" },
  sends: {
    "a mail of one recipient": {
      exchanges: takes({
        from: { email: "team@example.com", name: "Team" },
        subject: "Hi",
        content: [{ type: "html", value: "<p>Hi</p>" }],
        personalizations: [{ to: [{ email: "ada@example.com" }], token_to: "m-1" }],
      }),
      result,
    },
    "a mail with everything that it can have": {
      message: {
        from: "other@example.com",
        senderName: "Other",
        text: "Hi",
        replyTo: "reply@example.com",
        to: ["ada@example.com", "bob@example.com"],
        cc: ["cara@example.com"],
        bcc: ["dan@example.com"],
        headers: { "X-One": "1" },
        ipPoolName: "pool",
        attachments: [
          { file: Buffer.from("text"), mime: "text/plain", name: "a.txt" },
          { file: Buffer.from("more"), mime: "text/plain" },
        ],
        notificationDetails: { transactionId: "t-1", workflowIdentifier: "welcome", subscriberId: "ada" },
      },
      exchanges: takes({
        from: { email: "other@example.com", name: "Other" },
        reply_to: "reply@example.com",
        subject: "Hi",
        content: [{ type: "html", value: "<p>Hi</p>" }],
        personalizations: [
          {
            to: [{ email: "ada@example.com" }, { email: "bob@example.com" }],
            cc: [{ email: "cara@example.com" }],
            bcc: [{ email: "dan@example.com" }],
            attachments: [
              { name: "a.txt", content: Buffer.from("text").toString("base64") },
              { name: "attachment", content: Buffer.from("more").toString("base64") },
            ],
            headers: { "X-One": "1" },
            token_to: "m-1",
          },
        ],
        tags: ["welcome"],
        settings: { ip_pool: "pool" },
      }),
      result,
    },
    "a mail that waits, as the account's hourly cap is reached": {
      exchanges: takes({
        from: { email: "team@example.com", name: "Team" },
        subject: "Hi",
        content: [{ type: "html", value: "<p>Hi</p>" }],
        personalizations: [{ to: [{ email: "ada@example.com" }], token_to: "m-1" }],
      }).map(({ request, answer }) => ({ request, answer: { ...answer, status: 202 } })),
      result,
    },
  },
  refusals: {
    "a failure with status 200": { answer: refuses(200, "Invalid domain"), class: "PERMANENT" },
    "a field is not valid": { answer: refuses(400, "personalizations is required"), class: "PERMANENT" },
    "the key is wrong": { answer: refuses(401, "Invalid API key"), class: "CREDENTIAL" },
    "the method is wrong": { answer: refuses(405, "Method not allowed"), class: "PERMANENT" },
  },
});

const read = (body: string) => readReports(netcore, credentials, { body });
const event = (EVENT: string) => ({
  EVENT,
  EMAIL: "ada@example.com",
  TIMESTAMP: 1_777_975_200,
  RESPONSE: "250 ok",
  "X-APIHEADER": "m-1",
  TRANSID: "17058213904829164",
});

test.each([
  ["sent", "delivered"],
  ["opened", "opened"],
  ["clicked", "clicked"],
  ["bounced", "bounced"],
  ["dropped", "dropped"],
  ["invalid", "rejected"],
  ["unsubscribed", "unsubscribed"],
  ["spam", "spam"],
  ["abuse", "spam"],
])("an event %s is %s", async (name, status) => {
  expect(await read(JSON.stringify([event(name)]))).toEqual([
    {
      identifier: "m-1",
      status,
      isPermanent: status === "bounced" ? expect.any(Boolean) : undefined,
      at: new Date("2026-05-05T10:00:00Z"),
      eventId: "1777975200",
      response: "250 ok",
      raw: event(name),
    },
  ]);
});

test.each([
  ["delivered", "delivered"],
  ["dropped", "dropped"],
  ["bounce", "bounced"],
  ["open", "opened"],
  ["click", "clicked"],
  ["unsubscribe", "unsubscribed"],
  ["abuse", "spam"],
])("an event %s of a migrated account is %s", async (name, status) => {
  const raw = { event: name, timestamp: "1777975200", sg_message_id: "v-1", "x-apiheader": "m-1" };
  expect(await read(JSON.stringify(raw))).toMatchObject([
    { identifier: "m-1", status, at: new Date("2026-05-05T10:00:00Z"), raw },
  ]);
});

test("a long number keeps all its digits", async () => {
  const body = JSON.stringify([event("sent")]).replace('"17058213904829164"', "17058213904829164");
  expect(await read(body)).toMatchObject([{ raw: { TRANSID: "17058213904829164" } }]);
});

test("other events, and those of other messages, say nothing about a delivery", async () => {
  const other = { ...event("sent"), "X-APIHEADER": "" };
  expect(await read(JSON.stringify([event("test"), other, { EVENT: "sent" }]))).toEqual([]);
});

test.each(["", "no json", "null", "[1]", '"text"'])("the body %j is no report", async (body) => {
  await expect(read(body)).rejects.toThrow(UnreadableReportError);
});
