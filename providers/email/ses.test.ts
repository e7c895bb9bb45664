import { createHash, createHmac } from "node:crypto";
import PostalMime from "postal-mime";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange, startFakeVendors } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import type { EmailMessage } from "../messages.ts";
import type { SendOptions } from "../send-context.ts";
import { ses } from "./ses.ts";

const credentials = {
  apiKey: "AKIAEXAMPLE",
  secretKey: "s3cret-key",
  region: "eu-west-1",
  from: "team@example.com",
  senderName: "Team",
};
const mail: EmailMessage = { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" };
const authorization = expect.stringMatching(
  /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/\d{8}\/eu-west-1\/ses\/aws4_request, SignedHeaders=host;x-amz-date, Signature=[\da-f]{64}$/,
);

const url = "https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails";
const takes = (
  json: Record<string, unknown>,
  address = url,
  headers: Record<string, unknown> = { authorization },
): Exchange[] => [
  {
    request: {
      url: address,
      headers: { "content-type": "application/json", ...headers },
      json: { Content: { Raw: { Data: expect.any(String) } }, ...json },
    },
    answer: { json: { MessageId: "0102-vendor-1" } },
  },
];
const result = { id: "0102-vendor-1", date: ANSWERED_AT };
const plain = {
  FromEmailAddress: "Team <team@example.com>",
  Destination: { ToAddresses: ["ada@example.com"] },
  EmailTags: [{ Name: "messageId", Value: "m-1" }],
};
const refuses = (status: number, type: string, inHeader = true) => ({
  status,
  ...(inHeader ? { headers: { "x-amzn-errortype": `${type}:http://internal.amazon.com/` } } : {}),
  json: { message: "no", ...(inHeader ? {} : { __type: `com.amazonaws.sesv2#${type}` }) },
});
const account = "https://email.eu-west-1.amazonaws.com/v2/email/account";

testProvider(ses, {
  credentials,
  message: mail,
  sends: {
    "a mail of one recipient": { exchanges: takes(plain), result },
    "copies, and another sender": {
      message: {
        id: "m:1",
        from: "Other <other@example.com>",
        senderName: "Öther",
        cc: ["cara@example.com"],
        bcc: ["dan@example.com"],
      },
      exchanges: takes({
        FromEmailAddress: "=?UTF-8?Q?=C3=96ther?= <other@example.com>",
        Destination: {
          ToAddresses: ["ada@example.com"],
          CcAddresses: ["cara@example.com"],
          BccAddresses: ["dan@example.com"],
        },
        EmailTags: [{ Name: "messageId", Value: "m_1" }],
      }),
      result,
    },
    "what is passed through is signed": {
      message: { passthrough: { body: { ConfigurationSetName: "events" }, headers: { "x-team": "a" } } },
      exchanges: takes({ ...plain, ConfigurationSetName: "events" }, url, {
        "x-team": "a",
        authorization: expect.stringContaining("SignedHeaders=host;x-amz-date;x-team,"),
      }),
      result,
    },
    "a region in China": {
      credentials: { region: "cn-north-1" },
      exchanges: takes(plain, "https://email.cn-north-1.amazonaws.com.cn/v2/email/outbound-emails", {}),
      result,
    },
  },
  refusalOf: (code) => refuses(400, code),
  refusals: {
    "a quota is used up": { answer: refuses(400, "LimitExceededException"), class: "FUNDS" },
    "the account is suspended": { answer: refuses(400, "AccountSuspendedException", false), class: "FUNDS" },
    "sending is paused": { answer: refuses(400, "SendingPausedException"), class: "FUNDS" },
    "the message is rejected": { answer: refuses(400, "MessageRejected"), class: "PERMANENT" },
    "the sender's domain is not verified": {
      answer: refuses(400, "MailFromDomainNotVerifiedException"),
      class: "PERMANENT",
    },
    "too many requests": { answer: refuses(429, "TooManyRequestsException"), class: "RETRY" },
    "requests are throttled": {
      answer: refuses(400, "ThrottlingException", false),
      class: "RETRY",
      rate: "integration",
    },
    "the day's mails are sent": {
      answer: {
        status: 400,
        headers: { "x-amzn-errortype": "ThrottlingException" },
        json: { message: "Daily message quota exceeded." },
      },
      class: "RETRY",
      rate: "integration",
      retryAfterSeconds: 3_600,
    },
    "the signature is wrong": { answer: refuses(403, "SignatureDoesNotMatch"), class: "CREDENTIAL" },
    "the key is unknown": { answer: refuses(400, "UnrecognizedClientException"), class: "CREDENTIAL" },
  },
  check: [
    {
      request: { method: "GET", url: account, headers: { authorization } },
      answer: { json: { SendingEnabled: true } },
    },
  ],
});

const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
afterEach(() => void vi.useRealTimers());

async function openSession() {
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true, timeoutMs: 500 });
  onTestFinished(async () => {
    await http.close();
    vendors.close();
  });
  vendors.answer = () => ({ json: { MessageId: "v-1" } });
  return { vendors, session: await ses.open(credentials, { http, allowPrivateHosts: true }) };
}

test("the raw mail has every part, and names no hidden recipient", async () => {
  const { vendors, session } = await openSession();
  await session.send(
    {
      ...mail,
      cc: ["cara@example.com"],
      bcc: ["dan@example.com"],
      replyTo: "reply@example.com",
      text: "Hi",
      subject: "Grüße",
      headers: { "X-One": "1" },
      attachments: [
        { file: Buffer.from("text"), mime: "text/plain", name: "a.txt" },
        { file: Buffer.from("png"), mime: "image/png", name: "b.png", cid: "b", disposition: "inline" },
      ],
    },
    options,
  );
  const { Content } = JSON.parse(vendors.requests[0]?.body.toString() ?? "");
  const raw = Buffer.from(Content.Raw.Data, "base64").toString();
  // Amazon takes lines of ASCII only.
  expect(raw).toMatch(/^[\r\n\t -~]*$/);
  expect(raw).not.toContain("dan@example.com");
  const parsed = await PostalMime.parse(raw);
  expect(parsed).toMatchObject({
    from: { name: "Team", address: "team@example.com" },
    to: [{ address: "ada@example.com" }],
    subject: "Grüße",
    cc: [{ address: "cara@example.com" }],
    replyTo: [{ address: "reply@example.com" }],
    html: expect.stringContaining("<p>Hi</p>"),
    text: expect.stringContaining("Hi"),
    attachments: expect.arrayContaining([
      expect.objectContaining({ filename: "a.txt", disposition: "attachment" }),
      expect.objectContaining({ filename: "b.png", contentId: "<b>", disposition: "inline" }),
    ]),
  });
  expect(parsed.headers).toContainEqual(expect.objectContaining({ key: "x-one", value: "1" }));
});

test("no header stands twice, for which Amazon refuses a mail, and what it makes itself is named", async () => {
  const { vendors, session } = await openSession();
  const headers = {
    "In-Reply-To": "<1@a>",
    "message-id": "<2@a>",
    Date: "Thu, 1 Jan 2026 00:00:00 +0000",
    Sender: "a@example.com",
    "Content-Type": "text/plain",
  };
  const { warning } = await session.send({ ...mail, headers }, options);
  expect(warning).toBe(
    "SES keeps these names for itself, so they were left out: headers.Content-Type, headers.message-id",
  );
  const { Content } = JSON.parse(vendors.requests[0]?.body.toString() ?? "");
  const names = (await PostalMime.parse(Buffer.from(Content.Raw.Data, "base64"))).headers.map(({ key }) => key);
  expect(names).toHaveLength(new Set(names).size);
  expect(names).toEqual(expect.arrayContaining(["in-reply-to", "date", "sender", "message-id"]));
});

test("the request is signed by AWS Signature Version 4", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-05-05T10:00:00Z"), toFake: ["Date"] });
  const { vendors, session } = await openSession();
  await session.send(mail, options);
  const [request] = vendors.requests;
  const scope = "20260505/eu-west-1/ses/aws4_request";
  const hash = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const canonical = [
    "POST",
    "/v2/email/outbound-emails",
    "",
    "host:email.eu-west-1.amazonaws.com",
    "x-amz-date:20260505T100000Z",
    "",
    "host;x-amz-date",
    hash(request?.body ?? ""),
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", "20260505T100000Z", scope, hash(canonical)].join("\n");
  const key = scope.split("/").reduce<string | Buffer>(hmac, "AWS4s3cret-key");
  expect(request?.headers.authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE/${scope}, SignedHeaders=host;x-amz-date, Signature=${hmac(key, toSign).toString("hex")}`,
  );
});

test("a key that may only send passes the check; one that is unknown does not", async () => {
  const { vendors, session } = await openSession();
  vendors.answer = () => refuses(403, "AccessDeniedException", false);
  await session.check();
  vendors.answer = () => refuses(403, "UnrecognizedClientException", false);
  await expect(session.check()).rejects.toMatchObject({ class: "CREDENTIAL" });
});

test("a region that would change the host is CREDENTIAL, and nothing is sent", async () => {
  const { vendors } = await openSession();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
  const session = await ses.open({ ...credentials, region: "evil.example/?" }, { http, allowPrivateHosts: true });
  await expect(session.send(mail, options)).rejects.toMatchObject({ class: "CREDENTIAL" });
  expect(vendors.requests).toEqual([]);
});
