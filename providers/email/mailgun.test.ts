import { createHmac } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange, type GoldenRequest } from "#test/support/vendor-exchanges.ts";
import { basicAuth } from "../http/http.ts";
import { ForgedReportError, UnreadableReportError } from "../reports/delivery-reports.ts";
import { mailgun } from "./mailgun.ts";

const url = "https://api.mailgun.net/v3/mg.example.com/messages";
const headers = { authorization: basicAuth("api", "key-s3cret") };
const credentials = {
  apiKey: "key-s3cret",
  user: "api",
  domain: "mg.example.com",
  from: "team@example.com",
  senderName: "Team",
};
const taken = { id: "<20260505.1@mg.example.com>", message: "Queued. Thank you." };
const takes = (request: Partial<GoldenRequest>): Exchange[] => [
  { request: { url, headers, ...request }, answer: { json: taken } },
];
const plain = {
  from: "Team <team@example.com>",
  to: "ada@example.com",
  subject: "Hi",
  html: "<p>Hi</p>",
  "v:messageId": "m-1",
};
const everything = {
  ...plain,
  from: "Other <other@example.com>",
  to: "ada@example.com,bob@example.com",
  cc: "cara@example.com",
  bcc: "dan@example.com,eve@example.com",
  text: "Hi",
  "h:X-One": "1",
  "h:Reply-To": "reply@example.com",
};
const result = { id: "20260505.1@mg.example.com", date: ANSWERED_AT };

testProvider(mailgun, {
  credentials,
  message: { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" },
  sends: {
    "a mail of one recipient, as a plain form": { exchanges: takes({ form: plain }), result },
    "a mail with everything that it can have, in parts": {
      message: {
        from: "other@example.com",
        senderName: "Other",
        text: "Hi",
        replyTo: "reply@example.com",
        to: ["ada@example.com", "bob@example.com"],
        cc: ["cara@example.com"],
        bcc: ["dan@example.com", "eve@example.com"],
        headers: { "X-One": "1" },
        attachments: [
          { file: Buffer.from("one"), mime: "text/plain", name: "a.txt" },
          { file: Buffer.from("two"), mime: "application/pdf", name: "b.pdf" },
          { file: Buffer.from("png"), mime: "image/png", name: "c.png", cid: "logo", disposition: "inline" },
        ],
        passthrough: { body: { "o:tag": ["one", "two"] }, headers: { "x-two": "2" }, query: { three: "3" } },
      },
      exchanges: takes({
        url: `${url}?three=3`,
        headers: { ...headers, "x-two": "2" },
        multipart: {
          ...everything,
          "o:tag": ["one", "two"],
          attachment: [
            { filename: "a.txt", type: "text/plain", text: "one" },
            { filename: "b.pdf", type: "application/pdf", text: "two" },
          ],
          inline: { filename: "logo", type: "image/png", text: "png" },
        },
      }),
      result,
    },
    "an account in Europe": {
      credentials: { baseUrl: "https://api.eu.mailgun.net/" },
      exchanges: takes({ url: "https://api.eu.mailgun.net/v3/mg.example.com/messages", form: plain }),
      result,
    },
    "a domain with a slash, which would lead elsewhere": {
      credentials: { domain: "mg.example.com/x" },
      exchanges: takes({ url: "https://api.mailgun.net/v3/mg.example.com%2Fx/messages", form: plain }),
      result,
    },
  },
  statuses: { 402: "FUNDS", 404: "CREDENTIAL" },
  refusals: {
    "an address is none": {
      answer: { status: 400, json: { message: "to parameter is not a valid address. please check documentation" } },
      class: "PERMANENT",
    },
    "the key is none": { answer: { status: 401, text: "Forbidden" }, class: "CREDENTIAL" },
    "the domain is of another region": {
      answer: { status: 404, json: { message: "Domain not found: mg.example.com" } },
      class: "CREDENTIAL",
    },
    "the address is none of its API": { answer: { text: "Mailgun Magnificent API" }, class: "PERMANENT" },
  },
  check: [
    {
      request: { method: "GET", url: "https://api.mailgun.net/v3/domains/mg.example.com", headers },
      answer: { json: { domain: { name: "mg.example.com", state: "active" } } },
    },
  ],
});

afterEach(() => vi.useRealTimers());

const event = {
  id: "e-1",
  timestamp: 1_700_000_000.5,
  recipient: "ada@example.com",
  message: { headers: { "message-id": "20260505.1@mg.example.com" } },
};
const bodyOf = (raw: object, signature?: object) => JSON.stringify({ signature, "event-data": raw });

test.each([
  [{ event: "accepted" }, "sent"],
  [{ event: "delivered" }, "delivered"],
  [{ event: "failed", severity: "temporary" }, "deferred"],
  [{ event: "failed", severity: "permanent", reason: "bounce" }, "bounced"],
  [{ event: "failed", severity: "permanent", reason: "suppress-bounce" }, "dropped"],
  [{ event: "rejected" }, "rejected"],
  [{ event: "opened" }, "opened"],
  [{ event: "clicked" }, "clicked"],
  [{ event: "unsubscribed" }, "unsubscribed"],
  [{ event: "complained" }, "complaint"],
])("the event %j is the status %s", async (kind, status) => {
  const raw = { ...event, ...kind };
  expect(await readReports(mailgun, credentials, { body: bodyOf(raw) })).toMatchObject([
    { identifier: result.id, eventId: "e-1", status, raw, at: new Date("2023-11-14T22:13:20.500Z") },
  ]);
});

test("a report has the answer of the receiving server, and how often it was tried", async () => {
  const status = { code: 452, message: "", description: "mailbox full", "attempt-no": 3 };
  const body = bodyOf({ ...event, event: "failed", severity: "temporary", "delivery-status": status });
  expect(await readReports(mailgun, credentials, { body })).toMatchObject([{ response: "mailbox full", attempts: 3 }]);
});

test("events that are not about a delivery are left out", async () => {
  for (const raw of [{ ...event, event: "stored" }, { event: "delivered" }]) {
    expect(await readReports(mailgun, credentials, { body: bodyOf(raw) })).toEqual([]);
  }
});

test.each(["", "[]", "{}", '{"event-data":[]}', "event=opened"])("the body %j cannot be read", async (body) => {
  await expect(readReports(mailgun, credentials, { body })).rejects.toThrow(UnreadableReportError);
});

test("with the signing key, only calls that Mailgun has signed a short time ago are taken", async () => {
  vi.useFakeTimers({ now: 1_700_000_100_000, toFake: ["Date"] });
  const withKey = { ...credentials, webhookSigningKey: "k3y" };
  const raw = { ...event, event: "opened" };
  const signatureOf = (timestamp: string, token = "t-1") => ({
    timestamp,
    token,
    signature: createHmac("sha256", "k3y").update(`${timestamp}t-1`).digest("hex"),
  });
  const body = bodyOf(raw, signatureOf("1700000000"));
  expect(await readReports(mailgun, withKey, { body })).toMatchObject([{ status: "opened" }]);
  for (const forged of [signatureOf("1700000000", "t-2"), signatureOf("1600000000"), signatureOf("soon"), undefined]) {
    await expect(readReports(mailgun, withKey, { body: bodyOf(raw, forged) })).rejects.toThrow(ForgedReportError);
  }
  await expect(readReports(mailgun, withKey, { body: "{" })).rejects.toThrow(UnreadableReportError);
});
