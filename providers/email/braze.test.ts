import { afterEach, expect, test, vi } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import {
  ANSWERED_AT,
  answering,
  type Exchange,
  startFakeVendors,
  type VendorAnswer,
} from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import type { SendOptions } from "../send-context.ts";
import { braze } from "./braze.ts";

const base = "https://rest.iad-01.braze.com";
const headers = { authorization: "Bearer bz-s3cret" };
const credentials = {
  apiKey: "bz-s3cret",
  apiURL: base,
  appID: "app-1",
  from: "team@example.com",
  senderName: "Team",
};
const message = { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" };

const exportOf = (email_address: string, ...users: (string | null)[]): Exchange => ({
  request: { url: `${base}/users/export/ids`, headers, json: { email_address, fields_to_export: ["external_id"] } },
  answer: {
    status: 201,
    json: { message: "success", users: users.map((external_id) => (external_id === null ? {} : { external_id })) },
  },
});
const taken: VendorAnswer = { status: 201, json: { message: "success", dispatch_id: "v-1" } };
const sendOf = (external_user_ids: string[], email: object, answer = taken): Exchange => ({
  request: {
    url: `${base}/messages/send`,
    headers,
    json: { broadcast: false, external_user_ids, messages: { email } },
  },
  answer,
});
const plain = {
  app_id: "app-1",
  subject: "Hi",
  from: "Team <team@example.com>",
  body: "<p>Hi</p>",
  extras: { messageId: "m-1" },
};
const ada = exportOf("ada@example.com", "user-1");
const result = { id: "v-1", date: ANSWERED_AT };

testProvider(braze, {
  credentials,
  message,
  sends: {
    "a mail of one recipient": { exchanges: [ada, sendOf(["user-1"], plain)], result },
    "a mail with everything that it can have": {
      message: {
        from: "other@example.com",
        senderName: "Other",
        text: "Hi",
        replyTo: "reply@example.com",
        cc: ["cara@example.com"],
        bcc: ["dan@example.com", "eve@example.com"],
        headers: { "X-One": "1" },
        attachments: [{ file: Buffer.from("text"), mime: "text/plain", name: "a.txt" }],
      },
      exchanges: [
        ada,
        exportOf("cara@example.com"),
        exportOf("eve@example.com", null, "user-3", "user-4"),
        sendOf(["user-1", "user-3"], {
          ...plain,
          from: "Other <other@example.com>",
          reply_to: "reply@example.com",
          bcc: "dan@example.com",
          plaintext_body: "Hi",
          headers: { "X-One": "1" },
        }),
      ],
      result: {
        ...result,
        warning:
          "Braze has no user with the address cara@example.com. Braze takes attachments by their address only: a.txt was left out",
      },
    },
    "an address of the API without its scheme": {
      credentials: { apiURL: "rest.iad-01.braze.com/" },
      exchanges: [ada, sendOf(["user-1"], plain)],
      result,
    },
    "a mail that waits while Braze is being maintained": {
      exchanges: [ada, sendOf(["user-1"], plain, { status: 202, json: { message: "queued" } })],
      result: { id: "m-1", date: ANSWERED_AT },
    },
  },
  statuses: { 403: "FUNDS", 404: "CREDENTIAL" },
  refusals: {
    "a field is wrong": {
      answer: { status: 400, json: { message: "'from' is not a valid email address" } },
      class: "PERMANENT",
    },
    "the key is none": { answer: { status: 401, json: { message: "Invalid API key" } }, class: "CREDENTIAL" },
    "the account is not active": { answer: { status: 403, json: { message: "inactive" } }, class: "FUNDS" },
    "the mail is not sent, with a status that says otherwise": {
      answer: { status: 201, json: { message: "No Recipients", errors: [] } },
      class: "PERMANENT",
    },
    "there were too many calls": {
      answer: { status: 429, headers: { "x-ratelimit-retry-after": "9", "x-ratelimit-reset": "1" } },
      class: "RETRY",
      retryAfterSeconds: 9,
    },
  },
  check: [exportOf("team@example.com")],
});

afterEach(() => vi.useRealTimers());

/** Runs the work with a session whose requests are answered by the record. */
async function withBraze(
  exchanges: Exchange[],
  work: (send: (to?: string[]) => Promise<unknown>, urls: () => string[]) => Promise<void>,
): Promise<void> {
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
  vendors.answer = answering(exchanges);
  const options: SendOptions = {
    outbox: { deliver: () => Promise.reject(new Error("The outbox is not for vendors")) },
  };
  try {
    const session = await braze.open(credentials, { http, allowPrivateHosts: true });
    await work(
      (to = message.to) => session.send({ ...message, to }, options),
      () => vendors.requests.map(({ url }) => url.slice(base.length)),
    );
  } finally {
    await http.close();
    vendors.close();
  }
}

test("a mail to nobody whom Braze knows is refused, without sending", async () => {
  await withBraze([exportOf("ada@example.com")], async (send, urls) => {
    await expect(send()).rejects.toMatchObject({
      class: "PERMANENT",
      message: "Braze has no user with the address ada@example.com",
    });
    expect(urls()).toEqual(["/users/export/ids"]);
  });
});

test("a user is looked up once in an hour, for all mails at once", async () => {
  vi.useFakeTimers({ now: Date.parse(ANSWERED_AT), toFake: ["Date"] });
  const lookups = (urls: string[]) => urls.filter((url) => url === "/users/export/ids").length;
  await withBraze([ada, sendOf(["user-1"], plain)], async (send, urls) => {
    await Promise.all([send(), send(["Ada@example.com"])]);
    await send();
    expect(lookups(urls())).toBe(1);
    vi.setSystemTime(Date.parse(ANSWERED_AT) + 60 * 60 * 1_000);
    await send();
    expect(lookups(urls())).toBe(2);
  });
});

test("neither a user who is not found nor a lookup that fails is remembered", async () => {
  const failed = { ...ada, answer: { status: 503 } };
  await withBraze([exportOf("ada@example.com"), failed, ada, sendOf(["user-1"], plain)], async (send) => {
    await expect(send()).rejects.toMatchObject({ class: "PERMANENT" });
    await expect(send()).rejects.toMatchObject({ class: "RETRY", retryLimit: undefined });
    expect(await send()).toMatchObject({ id: "v-1" });
  });
});

test("the moment at which the limit is reset is a wait", async () => {
  vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ["Date"] });
  const limited: VendorAnswer = { status: 429, headers: { "x-ratelimit-reset": "1700000030" } };
  await withBraze([ada, sendOf(["user-1"], plain, limited)], async (send) => {
    await expect(send()).rejects.toMatchObject({ class: "RETRY", retryAfterSeconds: 30 });
  });
});
