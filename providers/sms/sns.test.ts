import { createHash, createHmac } from "node:crypto";
import { expect, test, vi } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange, startFakeVendors } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import { sns } from "./sns.ts";

const credentials = {
  apiKey: "AKIDEXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  region: "eu-west-1",
};
const message = { id: "m-1", to: "+491700000000", content: "Héllo & more" };
const url = "https://sns.eu-west-1.amazonaws.com/";
const signature = (region: string, signed = "host;x-amz-date") =>
  expect.stringMatching(
    new RegExp(
      `^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\\d{8}/${region}/sns/aws4_request, SignedHeaders=${signed}, Signature=[0-9a-f]{64}$`,
    ),
  );
const id = "567910cd-659e-55d4-8ccb-5aaf14679dc0";
const result = { id, date: ANSWERED_AT };
const plain = {
  Action: "Publish",
  Version: "2010-03-31",
  PhoneNumber: "+491700000000",
  Message: "Héllo & more",
};
const answer = {
  text: `<PublishResponse xmlns="https://sns.amazonaws.com/doc/2010-03-31/">
  <PublishResult><MessageId>${id}</MessageId></PublishResult>
  <ResponseMetadata><RequestId>d74b8436-ae13-5ab4-a9ff-ce54dfea72a0</RequestId></ResponseMetadata>
</PublishResponse>`,
};
const takes = (form: Record<string, unknown>, at = url, region = "eu-west-1"): Exchange[] => [
  {
    request: {
      url: at,
      form,
      headers: {
        authorization: signature(region),
        "content-type": "application/x-www-form-urlencoded",
        "x-amz-date": expect.stringMatching(/^\d{8}T\d{6}Z$/),
      },
    },
    answer,
  },
];
const says = (status: number, code: string) => ({
  status,
  text: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>-</Message></Error></ErrorResponse>`,
});

testProvider(sns, {
  credentials,
  message,
  refusalOf: (code) => ({
    status: 400,
    text: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>Amazon's words</Message></Error></ErrorResponse>`,
  }),
  sends: {
    "a text without a sender": { exchanges: takes(plain), result },
    "a text with a sender": {
      message: { from: "Team" },
      exchanges: takes({
        ...plain,
        "MessageAttributes.entry.1.Name": "AWS.SNS.SMS.SenderID",
        "MessageAttributes.entry.1.Value.DataType": "String",
        "MessageAttributes.entry.1.Value.StringValue": "Team",
      }),
      result,
    },
    "a text with attributes of the caller's": {
      message: {
        from: "Team",
        passthrough: {
          body: { MessageAttributes: { "AWS.SNS.SMS.SMSType": { DataType: "String", StringValue: "Transactional" } } },
        },
      },
      exchanges: takes({
        ...plain,
        "MessageAttributes.entry.1.Name": "AWS.SNS.SMS.SenderID",
        "MessageAttributes.entry.1.Value.DataType": "String",
        "MessageAttributes.entry.1.Value.StringValue": "Team",
        "MessageAttributes.entry.2.Name": "AWS.SNS.SMS.SMSType",
        "MessageAttributes.entry.2.Value.DataType": "String",
        "MessageAttributes.entry.2.Value.StringValue": "Transactional",
      }),
      result,
    },
    "a text by a region in China": {
      credentials: { region: "cn-north-1" },
      exchanges: takes(plain, "https://sns.cn-north-1.amazonaws.com.cn/", "cn-north-1"),
      result,
    },
  },
  refusals: {
    "the key is wrong": { answer: says(403, "InvalidClientTokenId"), class: "CREDENTIAL" },
    "the secret is wrong": { answer: says(403, "SignatureDoesNotMatch"), class: "CREDENTIAL" },
    "the key may not send": { answer: says(403, "AuthorizationError"), class: "CREDENTIAL" },
    "the token has expired": { answer: says(400, "ExpiredTokenException"), class: "CREDENTIAL" },
    "too many requests": { answer: says(400, "Throttling"), class: "RETRY", rate: "integration" },
    "too many requests, in the words of newer services": {
      answer: says(400, "ThrottlingException"),
      class: "RETRY",
      rate: "integration",
    },
    "the clock is wrong": { answer: says(403, "RequestExpired"), class: "RETRY" },
    "an internal error": { answer: says(500, "InternalFailure"), class: "RETRY", rate: undefined },
    "the number is none": { answer: says(400, "InvalidParameter"), class: "PERMANENT" },
    "the recipient has opted out": { answer: says(400, "OptedOut"), class: "PERMANENT" },
  },
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

test("the signature is that of Signature Version 4, over additions too", async () => {
  vi.useFakeTimers({ now: new Date("2026-05-05T10:00:00Z"), toFake: ["Date"] });
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
  try {
    vendors.answer = () => answer;
    const session = await sns.open(credentials, { http, allowPrivateHosts: true });
    const passthrough = { headers: { "x-extra": "1" }, query: { extra: "2" } };
    await session.send(
      { ...message, passthrough },
      { passthrough, outbox: { deliver: () => Promise.reject(new Error("not for vendors")) } },
    );
    const [request] = vendors.requests;
    expect(request?.url).toBe(`${url}?extra=2`);
    const canonical = [
      "POST",
      "/",
      "extra=2",
      "host:sns.eu-west-1.amazonaws.com",
      "x-amz-date:20260505T100000Z",
      "x-extra:1",
      "",
      "host;x-amz-date;x-extra",
      sha256(String(request?.body)),
    ].join("\n");
    const scope = "20260505/eu-west-1/sns/aws4_request";
    const key = ["eu-west-1", "sns", "aws4_request"].reduce(hmac, hmac(`AWS4${credentials.secretKey}`, "20260505"));
    const expected = hmac(key, `AWS4-HMAC-SHA256\n20260505T100000Z\n${scope}\n${sha256(canonical)}`).toString("hex");
    expect(request?.headers.authorization).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${scope}, SignedHeaders=host;x-amz-date;x-extra, Signature=${expected}`,
    );
  } finally {
    await http.close();
    vendors.close();
    vi.useRealTimers();
  }
});

test("a region cannot lead to another host", async () => {
  const http = createHttp();
  const session = await sns.open({ ...credentials, region: "x.evil.example/" }, { http, allowPrivateHosts: false });
  const sent = session.send(message, { outbox: { deliver: () => Promise.reject(new Error("not for vendors")) } });
  await expect(sent).rejects.toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining("region") });
  await http.close();
});
