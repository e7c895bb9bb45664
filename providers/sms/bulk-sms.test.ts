import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange, startFakeVendors } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import { bulkSms } from "./bulk-sms.ts";

const url = (deduplicationId: number) =>
  `https://api.bulksms.com/v1/messages?auto-unicode=true&deduplication-id=${deduplicationId}`;
const headers = { authorization: `Basic ${Buffer.from("token-1:s3cret").toString("base64")}` };
const plain = { to: "+491700000000", body: "Héllo", userSuppliedId: "m-1", longMessageMaxParts: 30 };
const result = { id: "7400", date: "2026-05-05T09:59:58.000Z" };
/** Of the message `m-1`: bits of its SHA-256. */
const NUMBERS = [1_378_933_305, 1_705_039_094, 519_515_720] as const;
const LONG_ID_NUMBER = 570_262_411;

const taken = {
  id: "7400",
  type: "SENT",
  from: "0",
  to: "491700000000",
  body: "Héllo",
  userSuppliedId: "m-1",
  submission: { id: "1-00000000000522347562", date: "2026-05-05T11:59:58+02:00" },
  status: { id: "ACCEPTED.null", type: "ACCEPTED", subtype: null },
};
const takes = (json: Record<string, unknown>, answer: object = {}, number: number = NUMBERS[0]): Exchange[] => [
  { request: { url: url(number), headers, json }, answer: { status: 201, json: [{ ...taken, ...answer }] } },
];
const says = (status: number, type: string, title: string) => ({
  status,
  json: { type: `https://developer.bulksms.com/json/v1/errors#${type}`, title, status },
});

testProvider(bulkSms, {
  credentials: { apiToken: "token-1:s3cret" },
  message: { id: "m-1", to: "+491700000000", content: "Héllo" },
  sends: {
    "a text from the account's sender": { exchanges: takes(plain), result },
    "a text from another sender": {
      message: { from: "Team" },
      exchanges: takes({ ...plain, from: "Team" }),
      result,
    },
    "a text with a long id, of which the end is the reference": {
      message: { id: "65f1a2b3c4d5e6f708192a3b" },
      exchanges: takes(
        { ...plain, userSuppliedId: "a2b3c4d5e6f708192a3b" },
        { userSuppliedId: "a2b3c4d5e6f708192a3b" },
        LONG_ID_NUMBER,
      ),
      result,
    },
    "a text with a reference of the caller's is sent once": {
      message: { passthrough: { body: { userSuppliedId: "order-1" } } },
      exchanges: takes({ ...plain, userSuppliedId: "order-1" }, { userSuppliedId: "order-1" }),
      result,
    },
    "a text whose moment BulkSMS does not say": {
      exchanges: takes(plain, { submission: null }),
      result: { ...result, date: ANSWERED_AT },
    },
    "a text whose number another one has is sent with its next number": {
      exchanges: [...takes(plain, { id: "7399", userSuppliedId: "m-0" }), ...takes(plain, {}, NUMBERS[1])],
      result,
    },
  },
  refusalOf: (code) => says(400, code, "BulkSMS' words"),
  refusals: {
    "no credits": { answer: says(403, "insufficient-credits", "Insufficient Credits"), class: "FUNDS" },
    "the token may not send": { answer: says(403, "forbidden", "Forbidden"), class: "CREDENTIAL" },
    "the request is wrong": { answer: says(400, "bad-request", "Bad Request"), class: "PERMANENT" },
  },
  recognisesRepetition: true,
  check: [
    {
      request: { method: "GET", url: "https://api.bulksms.com/v1/profile", headers },
      answer: { json: { username: "ada", credits: { balance: 12.5 } } },
    },
  ],
});

test("a text is not sent whose numbers all are those of other ones", async () => {
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
  try {
    vendors.answer = () => ({ status: 201, json: [{ ...taken, userSuppliedId: "m-0" }] });
    const session = await bulkSms.open({ apiToken: "token-1:s3cret" }, { http, allowPrivateHosts: true });
    const sent = session.send(
      { id: "m-1", to: "+491700000000", content: "Héllo" },
      { outbox: { deliver: () => Promise.reject(new Error("not for vendors")) } },
    );
    await expect(sent).rejects.toMatchObject({ class: "PERMANENT" });
    expect(vendors.requests.map((request) => request.url)).toEqual(NUMBERS.map(url));
  } finally {
    await http.close();
    vendors.close();
  }
});
