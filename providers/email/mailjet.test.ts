import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange, type GoldenRequest } from "#test/support/vendor-exchanges.ts";
import { basicAuth } from "../http/http.ts";
import { UnreadableReportError } from "../reports/delivery-reports.ts";
import { mailjet } from "./mailjet.ts";

const url = "https://api.mailjet.com/v3.1/send";
const headers = { authorization: basicAuth("key-1", "s3cret") };
const credentials = { apiKey: "key-1", secretKey: "s3cret", from: "team@example.com", senderName: "Team" };

const taken = {
  Messages: [
    {
      Status: "success",
      CustomID: "m-1",
      Cc: [],
      Bcc: [],
      To: [{ Email: "ada@example.com", MessageUUID: "u-1", MessageID: 1152921500000000000 }],
    },
  ],
};
const takes = (message: object, request: Partial<GoldenRequest> = {}): Exchange[] => [
  { request: { url, headers, json: { Messages: [message] }, ...request }, answer: { json: taken } },
];
const plain = {
  From: { Email: "team@example.com", Name: "Team" },
  To: [{ Email: "ada@example.com" }],
  Subject: "Hi",
  HTMLPart: "<p>Hi</p>",
  CustomID: "m-1",
};
const result = { id: "m-1", date: ANSWERED_AT };
const refusal = (StatusCode: number, ErrorCode: string, ErrorMessage: string) => ({
  Messages: [{ Status: "error", Errors: [{ ErrorIdentifier: "e-1", ErrorCode, StatusCode, ErrorMessage }] }],
});

testProvider(mailjet, {
  credentials,
  message: { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" },
  sends: {
    "a mail of one recipient": { exchanges: takes(plain), result },
    "a mail to a domain in another script": {
      message: { to: ["info@bücher.example"] },
      exchanges: takes({ ...plain, To: [{ Email: "info@xn--bcher-kva.example" }] }),
      result,
    },
    "headers that Mailjet keeps for itself are left out, and named": {
      message: { headers: { "X-One": "1", "message-id": "<1@a>", "X-MJ-Vars": "{}", Subject: "No" } },
      exchanges: takes({ ...plain, Headers: { "X-One": "1" } }),
      result: {
        ...result,
        warning:
          "Mailjet keeps these names for itself, so they were left out: headers.Subject, headers.message-id, headers.X-MJ-Vars",
      },
    },
    "a mail with everything that it can have, and additions inside the message": {
      message: {
        from: "other@example.com",
        senderName: "Other",
        text: "Hi",
        replyTo: "reply@example.com",
        to: ["ada@example.com", "bob@example.com"],
        cc: ["cara@example.com"],
        bcc: ["dan@example.com"],
        headers: { "X-One": "1" },
        attachments: [
          { file: Buffer.from("text"), mime: "text/plain" },
          { file: Buffer.from("png"), mime: "image/png", name: "b.png", cid: "b", disposition: "inline" },
        ],
        passthrough: {
          body: { CustomCampaign: "spring", To: [{ Email: "eve@example.com" }] },
          headers: { "x-two": "2" },
          query: { three: "3" },
        },
      },
      exchanges: takes(
        {
          ...plain,
          From: { Email: "other@example.com", Name: "Other" },
          To: [{ Email: "ada@example.com" }, { Email: "bob@example.com" }, { Email: "eve@example.com" }],
          Cc: [{ Email: "cara@example.com" }],
          Bcc: [{ Email: "dan@example.com" }],
          ReplyTo: { Email: "reply@example.com" },
          TextPart: "Hi",
          Headers: { "X-One": "1" },
          Attachments: [
            {
              ContentType: "text/plain",
              Filename: "attachment",
              Base64Content: Buffer.from("text").toString("base64"),
            },
          ],
          InlinedAttachments: [
            {
              ContentType: "image/png",
              Filename: "b.png",
              ContentID: "b",
              Base64Content: Buffer.from("png").toString("base64"),
            },
          ],
          CustomCampaign: "spring",
        },
        { url: `${url}?three=3`, headers: { ...headers, "x-two": "2" } },
      ),
      result,
    },
  },
  refusalOf: (code) => ({
    status: 400,
    json: refusal(/^(?:mj-0001|mj-0015)$/.test(code) ? 401 : /^send-000[678]$/.test(code) ? 403 : 400, code, "no"),
  }),
  refusals: {
    "the keys are none": {
      answer: { status: 401, json: { ErrorCode: "mj-0002", StatusCode: 401, ErrorMessage: "API key unauthorized" } },
      class: "CREDENTIAL",
    },
    "the sender is not allowed": {
      answer: { status: 400, json: refusal(403, "send-0008", "not an authorized sender email address") },
      class: "CREDENTIAL",
    },
    "an address is none": {
      answer: { status: 400, json: refusal(400, "mj-0013", '"ada" is an invalid email address') },
      class: "PERMANENT",
    },
    "a message is not sent although the call is taken": {
      answer: { status: 200, json: refusal(400, "send-0003", "At least HTMLPart or TextPart must be provided") },
      class: "PERMANENT",
    },
  },
  check: [
    {
      request: { method: "GET", url: "https://api.mailjet.com/v3/REST/sender?Limit=1", headers },
      answer: { json: { Count: 1, Data: [] } },
    },
  ],
});

const event = { CustomID: "m-1", time: 1_700_000_000, email: "ada@example.com" };

test.each([
  [{ event: "sent", smtp_reply: "250 ok" }, "delivered", "250 ok"],
  [{ event: "open" }, "opened", undefined],
  [{ event: "click", url: "https://example.com" }, "clicked", undefined],
  [
    { event: "bounce", hard_bounce: true, error: "user unknown", comment: "550 no such user" },
    "bounced",
    "550 no such user",
  ],
  [
    { event: "bounce", hard_bounce: false, error: "greylisted", error_related_to: "domain" },
    "deferred",
    "domain: greylisted",
  ],
  [
    { event: "blocked", error: "preblocked", error_related_to: "mailjet", comment: "" },
    "blocked",
    "mailjet: preblocked",
  ],
  [{ event: "spam", source: "JMRPP" }, "spam", undefined],
  [{ event: "unsub", mj_list_id: 1 }, "unsubscribed", undefined],
])("the event %j is the status %s", async (kind, status, response) => {
  const raw = { ...event, ...kind };
  expect(await readReports(mailjet, credentials, { body: JSON.stringify(raw) })).toEqual([
    {
      identifier: "m-1",
      eventId: "ada@example.com 1700000000",
      status,
      isPermanent: status === "bounced" ? expect.any(Boolean) : undefined,
      response,
      raw,
      at: new Date("2023-11-14T22:13:20.000Z"),
    },
  ]);
});

test("a call may bring a list of events, in which large ids stay as they are", async () => {
  const body =
    '[{"event":"open","CustomID":"m-1","MessageID":1152921500000000001},{"event":"sent"},{"event":"x","CustomID":"m-1"}]';
  expect(await readReports(mailjet, credentials, { body })).toMatchObject([
    { identifier: "m-1", at: null, raw: { MessageID: "1152921500000000001" } },
  ]);
});

test.each(["", "null", "[null]", '"open"', "event=open"])("the body %j cannot be read", async (body) => {
  await expect(readReports(mailjet, credentials, { body })).rejects.toThrow(UnreadableReportError);
});
