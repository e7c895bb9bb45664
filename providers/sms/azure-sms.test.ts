import { createHash, createHmac } from "node:crypto";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange, startFakeVendors } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import type { SmsMessage } from "../messages.ts";
import type { SendOptions } from "../send-context.ts";
import { azureSms } from "./azure-sms.ts";

const ID = "2f1c5a1e-7b0e-5d3a-9c55-0a1b2c3d4e5f";
const KEY = Buffer.from("s3cret-key").toString("base64");
const url = "https://acs.communication.azure.com/sms?api-version=2021-03-07";
const credentials = {
  accessKey: `endpoint=https://acs.communication.azure.com/;accesskey=${KEY}`,
  from: "+18001110000",
};
const message: SmsMessage = { id: ID, to: "+491700000000", content: "Héllo" };

const takes = (from: string): Exchange[] => [
  {
    request: {
      url,
      headers: {
        authorization: expect.stringMatching(
          /^HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=[\w+/]{43}=$/,
        ),
        "x-ms-date": expect.stringMatching(/ GMT$/),
        "x-ms-content-sha256": expect.stringMatching(/^[\w+/]{43}=$/),
        "content-type": "application/json",
      },
      json: {
        from,
        smsRecipients: [
          { to: "+491700000000", repeatabilityRequestId: ID, repeatabilityFirstSent: expect.stringMatching(/ GMT$/) },
        ],
        message: "Héllo",
        smsSendOptions: { enableDeliveryReport: true, tag: ID },
      },
    },
    answer: {
      status: 202,
      json: {
        value: [
          {
            to: "+491700000000",
            messageId: "Outgoing_1",
            httpStatusCode: 202,
            repeatabilityResult: "accepted",
            successful: true,
          },
        ],
      },
    },
  },
];
const result = { id: "Outgoing_1", date: ANSWERED_AT };
const refusal = (httpStatusCode: number, errorMessage: string) => ({
  status: 202,
  json: { value: [{ to: "+491700000000", httpStatusCode, successful: false, errorMessage }] },
});

testProvider(azureSms, {
  credentials,
  message,
  sends: {
    "a text from the integration's number": { exchanges: takes("+18001110000"), result },
    "a text from another number": { message: { from: "+18001110001" }, exchanges: takes("+18001110001"), result },
    "a connection string in another order and case": {
      credentials: { accessKey: `AccessKey=${KEY};Endpoint=https://acs.communication.azure.com` },
      exchanges: takes("+18001110000"),
      result,
    },
  },
  refusals: {
    "202, but the number is not valid": {
      answer: refusal(400, "Invalid To phone number format."),
      class: "PERMANENT",
    },
    "202, but too many messages": { answer: refusal(429, "Too many requests"), class: "RETRY", rate: "integration" },
    "202, but Azure is overloaded": { answer: refusal(503, "Service unavailable"), class: "RETRY", rate: undefined },
    "202, but the number is not the account's": { answer: refusal(403, "Forbidden"), class: "CREDENTIAL" },
    "the key is not valid": {
      answer: { status: 401, json: { error: { code: "Denied", message: "Denied by the resource provider." } } },
      class: "CREDENTIAL",
    },
  },
});

const vendors = await startFakeVendors();
const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
beforeEach(() => {
  vendors.reset();
  vi.useFakeTimers({ now: new Date("2026-05-05T09:59:58Z"), toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await http.close();
  vendors.close();
});
const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };

async function opened(more: object = {}) {
  vendors.answer = () => ({
    status: 202,
    json: { value: [{ messageId: "1", httpStatusCode: 202, successful: true }] },
  });
  return azureSms.open({ ...credentials, ...more }, { http, allowPrivateHosts: true });
}
const bodies = () => vendors.requests.map(({ body }) => JSON.parse(body.toString("utf8")));

test("the signature is that of method, path with query, date, host and body, also with what is passed through", async () => {
  const endpoint = "https://acs.example.com:8443";
  const session = await opened({ accessKey: `endpoint=${endpoint}/;accesskey=${KEY}` });
  const passthrough = { body: { extra: 1 }, query: { note: "a b" }, headers: { "x-team": "a" } };
  await session.send({ ...message, passthrough }, { ...options, passthrough });
  const [request] = vendors.requests;
  expect(request?.url).toBe(`${endpoint}/sms?api-version=2021-03-07&note=a+b`);
  const hash = createHash("sha256")
    .update(request?.body ?? "")
    .digest("base64");
  const date = "Tue, 05 May 2026 09:59:58 GMT";
  const signature = createHmac("sha256", "s3cret-key")
    .update(`POST\n/sms?api-version=2021-03-07&note=a+b\n${date};acs.example.com:8443;${hash}`)
    .digest("base64");
  expect(request?.headers).toMatchObject({
    authorization: `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`,
    "x-ms-date": date,
    "x-ms-content-sha256": hash,
    "x-team": "a",
  });
});

test("attempts of any process have the moment of the first one, as long as Azure recognises it", async () => {
  const firstSentAt = new Date("2026-05-05T09:59:58Z");
  for (const now of ["10:00:01", "10:02:00", "10:04:27", "10:04:29", "10:06:00", "10:31:31"]) {
    vi.setSystemTime(new Date(`2026-05-05T${now}Z`));
    await (await opened()).send(message, { ...options, firstSentAt });
  }
  expect(bodies().map(({ smsRecipients }) => smsRecipients[0].repeatabilityFirstSent)).toEqual([
    "Tue, 05 May 2026 09:59:58 GMT",
    "Tue, 05 May 2026 09:59:58 GMT",
    "Tue, 05 May 2026 09:59:58 GMT",
    "Tue, 05 May 2026 10:04:28 GMT",
    "Tue, 05 May 2026 10:04:28 GMT",
    "Tue, 05 May 2026 10:31:28 GMT",
  ]);
});

test("recipients that are passed through as the vendor's SDK takes them are added", async () => {
  const session = await opened();
  const passthrough = { body: { to: ["+491700000001"] } };
  await session.send({ ...message, passthrough }, { ...options, passthrough });
  const [body] = bodies();
  expect(body.to).toBeUndefined();
  expect(body.smsRecipients.map(({ to }: { to: string }) => to)).toEqual(["+491700000000", "+491700000001"]);
});

test.each(["s3cret", "endpoint=acs;accesskey=a2V5", "endpoint=https://acs.example.com/"])(
  "an integration with the connection string %j cannot be opened",
  async (accessKey) => {
    const error = await opened({ accessKey }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining("connection string") });
  },
);
