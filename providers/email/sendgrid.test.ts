import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { sendgrid } from "./sendgrid.ts";

const url = "https://api.sendgrid.com/v3/mail/send";
const headers = { authorization: "Bearer SG.s3cret" };
const result = { id: "m-1", date: ANSWERED_AT };

const takes = (json: Record<string, unknown>): Exchange[] => [
  { request: { url, headers, json }, answer: { status: 202, headers: { "x-message-id": "vendor-1" } } },
];
const plain = {
  personalizations: [{ to: [{ email: "ada@example.com" }] }],
  from: { email: "team@example.com", name: "Team" },
  subject: "Hi",
  content: [{ type: "text/html", value: "<p>Hi</p>" }],
  custom_args: { messageId: "m-1", id: "m-1" },
};

testProvider(sendgrid, {
  credentials: { apiKey: "SG.s3cret", from: "team@example.com", senderName: "Team" },
  message: { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" },
  sends: {
    "a mail of one recipient": { exchanges: takes(plain), result },
    "arguments and headers that name the mail are left out, and named": {
      message: { headers: { "X-SG-EID": "1" }, customData: { messageId: "own", order: 7 } },
      exchanges: takes({ ...plain, custom_args: { order: "7", messageId: "m-1", id: "m-1" } }),
      result: {
        ...result,
        warning: "SendGrid keeps these names for itself, so they were left out: headers.X-SG-EID, customData.messageId",
      },
    },
    "a mail with everything that it can have": {
      credentials: { ipPoolName: "pool-1" },
      message: {
        from: "other@example.com",
        senderName: "Other",
        text: "Hi",
        replyTo: "reply@example.com",
        to: ["ada@example.com", "Ada@example.com", "bob@example.com"],
        cc: ["cara@example.com", "bob@example.com"],
        bcc: ["dan@example.com"],
        headers: { "X-One": "1" },
        attachments: [
          { file: Buffer.from("text"), mime: "text/plain", name: "a.txt" },
          { file: Buffer.from("png"), mime: "image/png", name: "b.png", cid: "b", disposition: "inline" },
        ],
        customData: { templateId: "d-1", dynamicTemplateData: { name: "Ada" }, order: 7 },
        notificationDetails: { transactionId: "t-1", workflowIdentifier: "welcome", subscriberId: "ada" },
      },
      exchanges: takes({
        personalizations: [
          {
            to: [{ email: "ada@example.com" }, { email: "bob@example.com" }],
            cc: [{ email: "cara@example.com" }],
            bcc: [{ email: "dan@example.com" }],
            dynamic_template_data: { name: "Ada" },
          },
        ],
        from: { email: "other@example.com", name: "Other" },
        reply_to: { email: "reply@example.com" },
        subject: "Hi",
        content: [
          { type: "text/plain", value: "Hi" },
          { type: "text/html", value: "<p>Hi</p>" },
        ],
        attachments: [
          { content: Buffer.from("text").toString("base64"), filename: "a.txt", type: "text/plain" },
          {
            content: Buffer.from("png").toString("base64"),
            filename: "b.png",
            type: "image/png",
            disposition: "inline",
            content_id: "b",
          },
        ],
        headers: { "X-One": "1" },
        categories: ["welcome"],
        custom_args: {
          order: "7",
          transactionId: "t-1",
          workflowIdentifier: "welcome",
          subscriberId: "ada",
          messageId: "m-1",
          id: "m-1",
        },
        template_id: "d-1",
        ip_pool_name: "pool-1",
      }),
      result,
    },
  },
  refusals: {
    "no credits are left": {
      answer: { status: 401, json: { errors: [{ message: "Maximum credits exceeded" }] } },
      class: "FUNDS",
    },
  },
  check: [
    {
      request: { method: "GET", url: "https://api.sendgrid.com/v3/scopes", headers },
      answer: { json: { scopes: ["mail.send"] } },
    },
  ],
});

test.each(["constructor", "__proto__", "group_resubscribe"])(
  "an event %j that is not known is left out",
  async (event) => {
    const credentials = { apiKey: "SG.s3cret", from: "a@example.com", senderName: "Ada" };
    const json = [event, "delivered"].map((name) => ({ id: "m-1", event: name, timestamp: 1_777_975_200 }));
    expect(await readReports(sendgrid, credentials, { json })).toEqual([
      expect.objectContaining({ identifier: "m-1", status: "delivered", at: new Date("2026-05-05T10:00:00Z") }),
    ]);
  },
);
