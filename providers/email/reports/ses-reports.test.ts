import { sign } from "node:crypto";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { TEST_CERTIFICATE, TEST_KEY } from "#test/support/tls-certificate.ts";
import { startFakeVendors, type VendorAnswer } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../../http/http.ts";
import { ForgedReportError, type ReportCall, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { ses } from "../ses.ts";
import { sesReports } from "./ses-reports.ts";

const TOPIC = "arn:aws:sns:eu-west-1:123456789012:ses-events";
const credentials = {
  apiKey: "AKIAEXAMPLE",
  secretKey: "s3cret",
  region: "eu-west-1",
  from: "team@example.com",
  senderName: "Team",
  topicArn: TOPIC,
};
let certificates = 0;
/** Each test has a certificate of its own, as those that were fetched are kept. */
const aCertificateUrl = () => `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${++certificates}.pem`;
afterEach(() => void vi.useRealTimers());

const SIGNED = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
};
function aNotification(message: unknown, more: Record<string, string> = {}): Record<string, string> {
  const fields: Record<string, string> = {
    Type: "Notification",
    MessageId: "sns-1",
    TopicArn: TOPIC,
    Timestamp: "2026-05-05T10:00:01.000Z",
    Message: typeof message === "string" ? message : JSON.stringify(message),
    SignatureVersion: "2",
    SigningCertURL: aCertificateUrl(),
    ...more,
  };
  const names = fields.Type === "SubscriptionConfirmation" ? SIGNED.SubscriptionConfirmation : SIGNED.Notification;
  const text = names.flatMap((name) => (fields[name] === undefined ? [] : [`${name}\n${fields[name]}\n`])).join("");
  const algorithm = fields.SignatureVersion === "2" ? "sha256" : "sha1";
  return { ...fields, Signature: sign(algorithm, Buffer.from(text), TEST_KEY).toString("base64") };
}
const asCall = (fields: unknown): ReportCall => ({
  method: "POST",
  url: "https://b.example",
  headers: {},
  query: {},
  body: typeof fields === "string" ? fields : JSON.stringify(fields),
});

async function aReader(answer: VendorAnswer = { text: TEST_CERTIFICATE }) {
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, timeoutMs: 500, allowPrivateHosts: true });
  onTestFinished(async () => {
    await http.close();
    vendors.close();
  });
  vendors.answer = () => answer;
  return {
    requested: () => vendors.requests.map(({ method, url }) => `${method} ${url}`),
    read: async (fields: unknown, stored: object = credentials) =>
      ses.readReports?.(asCall(fields), { ...stored }, { http, token: "" }),
  };
}

const mail = { messageId: "0102-vendor-1", timestamp: "2026-05-05T09:00:00.000Z", destination: ["ada@example.com"] };
const timestamp = "2026-05-05T10:00:00.000Z";

test.each([
  ["sent", { eventType: "Send", mail, send: {} }, mail.timestamp, undefined],
  ["delivered", { eventType: "Delivery", mail, delivery: { timestamp, smtpResponse: "250 ok" } }, timestamp, "250 ok"],
  [
    "bounced",
    {
      notificationType: "Bounce",
      mail,
      bounce: {
        bounceType: "Permanent",
        bounceSubType: "General",
        timestamp,
        bouncedRecipients: [{ emailAddress: "ada@example.com", status: "5.1.1", diagnosticCode: "smtp; 550 unknown" }],
      },
    },
    timestamp,
    "smtp; 550 unknown",
  ],
  [
    "complaint",
    { eventType: "Complaint", mail, complaint: { timestamp, complaintFeedbackType: "abuse" } },
    timestamp,
    "abuse",
  ],
  ["rejected", { eventType: "Reject", mail, reject: { reason: "Bad content" } }, mail.timestamp, "Bad content"],
  ["opened", { eventType: "Open", mail, open: { timestamp, ipAddress: "192.0.2.1" } }, timestamp, undefined],
  ["clicked", { eventType: "Click", mail, click: { timestamp, link: "https://l.example" } }, timestamp, undefined],
  [
    "delayed",
    { eventType: "DeliveryDelay", mail, deliveryDelay: { timestamp, delayType: "MailboxFull" } },
    timestamp,
    "MailboxFull",
  ],
  [
    "dropped",
    { eventType: "Rendering Failure", mail, failure: { errorMessage: "No name" } },
    mail.timestamp,
    "No name",
  ],
])("an event is read as %s", async (status, raw, at, response) => {
  const { read } = await aReader();
  expect(await read(aNotification(raw))).toEqual({
    reports: [
      {
        identifier: "0102-vendor-1",
        status,
        isPermanent: status === "bounced" ? expect.any(Boolean) : undefined,
        at: new Date(at),
        eventId: "sns-1",
        response,
        raw,
      },
    ],
  });
});

test.each([
  "Successfully validated SNS topic for Amazon SES event publishing.",
  JSON.stringify({ eventType: "Subscription", mail }),
  JSON.stringify({ eventType: "Send" }),
])("a message that is no event of a mail is taken: %s", async (message) => {
  const { read } = await aReader();
  expect(await read(aNotification(message, { Subject: "Notification" }))).toEqual({ reports: [] });
});

test("a certificate is fetched once", async () => {
  const { read, requested } = await aReader();
  const SigningCertURL = aCertificateUrl();
  await read(aNotification("text", { SigningCertURL }));
  await read(aNotification("text", { SigningCertURL, SignatureVersion: "1" }));
  expect(requested()).toEqual([`GET ${SigningCertURL}`]);
});

test("a call with one changed field is forged", async () => {
  const { read } = await aReader();
  const genuine = aNotification({ eventType: "Open", mail }, { Subject: "S" });
  await read(genuine);
  for (const name of ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Signature"]) {
    await expect(
      read({ ...genuine, [name]: `${genuine[name]}x`.slice(name === "Signature" ? 4 : 0) }),
      name,
    ).rejects.toThrow(ForgedReportError);
  }
});

test.each([
  "http://sns.eu-west-1.amazonaws.com/a.pem",
  "https://sns.eu-west-1.amazonaws.com.evil.example/a.pem",
  "https://evil.example/sns.eu-west-1.amazonaws.com/a.pem",
  "https://s3.eu-west-1.amazonaws.com/bucket/a.pem",
  "https://sns.eu-west-1.amazonaws.com:8443/a.pem",
  "https://me@sns.eu-west-1.amazonaws.com/a.pem",
  "https://sns.eu-west-1.amazonaws.com/a.txt",
  "no address",
])("a certificate from %s proves nothing, and is not fetched", async (SigningCertURL) => {
  const { read, requested } = await aReader();
  await expect(read(aNotification("text", { SigningCertURL }))).rejects.toThrow(ForgedReportError);
  expect(requested()).toEqual([]);
});

test("a certificate that is none, or has expired, proves nothing", async () => {
  const { read } = await aReader({ text: "no certificate" });
  await expect(read(aNotification("text"))).rejects.toThrow(ForgedReportError);
  const expired = await aReader();
  vi.useFakeTimers({ now: Date.parse("2127-01-01T00:00:00Z"), toFake: ["Date"] });
  await expect(expired.read(aNotification("text"))).rejects.toThrow(ForgedReportError);
});

test("while the certificate cannot be fetched, the call fails, so that Amazon repeats it", async () => {
  const { read } = await aReader({ status: 503 });
  await expect(read(aNotification("text"))).rejects.toMatchObject({ class: "RETRY", status: 503 });
});

test("only calls of the topic that was named are taken, and none while there is none", async () => {
  const { read, requested } = await aReader();
  expect(await read(aNotification("text"))).toEqual({ reports: [] });
  const before = requested().length;
  const other = aNotification("text", { TopicArn: `${TOPIC}-2` });
  await expect(read(other)).rejects.toThrow(ForgedReportError);
  const { topicArn: _, ...unnamed } = credentials;
  await expect(read(aNotification("text"), unnamed)).rejects.toThrow(ForgedReportError);
  await expect(read(aNotification("text", confirmation), unnamed)).rejects.toThrow(ForgedReportError);
  expect(requested()).toHaveLength(before);
});

const SubscribeURL = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=x&Token=t";
const confirmation = { Type: "SubscriptionConfirmation", Token: "t", SubscribeURL };

test("a subscription is confirmed at Amazon's address", async () => {
  const { read, requested } = await aReader();
  const call = aNotification("You have chosen to subscribe", confirmation);
  expect(await read(call)).toEqual({ challenge: { type: "text/plain", text: "confirmed" } });
  expect(requested()).toEqual([`GET ${call.SigningCertURL}`, `GET ${SubscribeURL}`]);
});

test.each(["http://sns.eu-west-1.amazonaws.com/?Token=t", "https://evil.example/?Token=t", "https://10.0.0.1/"])(
  "a subscription is not confirmed at %s",
  async (address) => {
    const { read, requested } = await aReader();
    const call = aNotification("text", { ...confirmation, SubscribeURL: address });
    expect(await read(call)).toEqual({ reports: [] });
    expect(requested()).toEqual([`GET ${call.SigningCertURL}`]);
  },
);

test("a subscription that Amazon has not signed is not confirmed", async () => {
  const { read, requested } = await aReader();
  const call = aNotification("text", confirmation);
  await expect(read({ ...call, Token: "other" })).rejects.toThrow(ForgedReportError);
  expect(requested()).toEqual([`GET ${call.SigningCertURL}`]);
});

test.each(["", "no json", "[]", "null", "{}", '{"Type":"Other"}'])("the body %j is no report", async (body) => {
  expect(() => sesReports.parse(asCall(body))).toThrow(UnreadableReportError);
  const { read } = await aReader();
  await expect(read(body)).rejects.toThrow(ForgedReportError);
});
