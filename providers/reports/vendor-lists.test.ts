import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { SUPPRESSION_KINDS, type SuppressionKind } from "#contract/constants/suppressions.ts";
import {
  answering,
  asGolden,
  type Exchange,
  startFakeVendors,
  type VendorAnswer,
} from "#test/support/vendor-exchanges.ts";
import { basicAuth, createHttp } from "../http/http.ts";
import { ProviderError } from "../provider-error.ts";
import { findProvider, providers } from "../registry.ts";
import { secretValues } from "../stored-credentials.ts";
import type { ListAnswer } from "./vendor-list.ts";

// Vendors that are asked to take an address off their lists: the exact requests of their documents.

const vendors = await startFakeVendors();
const http = createHttp({ allowPrivateHosts: true, baseUrls: vendors.baseUrls });
afterAll(async () => {
  await http.close();
  vendors.close();
});
beforeEach(() => vendors.reset());

const ADDRESS = "ada+1@example.com";
const PATH = "ada%2B1%40example.com";
const from = { from: "team@example.com", senderName: "Team" };
const bearer = { authorization: "Bearer key-s3cret" };

interface Case {
  /** All of the vendor's unless given. */
  kinds?: SuppressionKind[];
  address?: string;
  exchanges: Exchange[];
  answer: ListAnswer;
}
interface ListContract {
  channel?: "email" | "sms";
  credentials: Record<string, unknown>;
  cases: Record<string, Case>;
}

const deletes = (url: string, headers: Record<string, unknown>, answer: VendorAnswer = { status: 204 }): Exchange => ({
  request: { method: "DELETE", url, headers },
  answer,
});

const SENDGRID = "https://api.sendgrid.com/v3";
const MAILGUN = "https://api.mailgun.net/v3/mg.example.com";
const mailgunHeaders = { authorization: basicAuth("api", "key-s3cret") };
const POSTMARK = "https://api.postmarkapp.com/message-streams/outbound/suppressions/delete";
const postmark = (answer: VendorAnswer): Exchange => ({
  request: {
    url: POSTMARK,
    headers: { "x-postmark-server-token": "key-s3cret" },
    json: { Suppressions: [{ EmailAddress: ADDRESS }] },
  },
  answer,
});
const mandrill = (deleted: boolean): Exchange => ({
  request: { url: "https://mandrillapp.com/api/1.0/rejects/delete", json: { key: "key-s3cret", email: ADDRESS } },
  answer: { json: { email: ADDRESS, deleted, subaccount: null } },
});
const infobip = (type: string): Exchange => ({
  request: {
    method: "DELETE",
    url: "https://x1.api.infobip.com/email/1/suppressions",
    headers: { authorization: "App key-s3cret" },
    json: { suppressions: [{ domainName: "example.com", emailAddress: [ADDRESS], type }] },
  },
  answer: { status: 204 },
});
const braze = (list: string): Exchange => ({
  request: { url: `https://rest.iad-01.braze.com/email/${list}/remove`, headers: bearer, json: { email: ADDRESS } },
  answer: { status: 201, json: { message: "success" } },
});
const mailtrapReads = (path: string, json: unknown): Exchange => ({
  request: { method: "GET", url: `https://mailtrap.io/api/accounts${path}`, headers: bearer },
  answer: { json },
});
const aws = (id: string) => new RegExp(`^AWS4-HMAC-SHA256 Credential=AKIA-s3cret/\\d{8}/eu-west-1/${id}/aws4_request`);
const SES = `https://email.eu-west-1.amazonaws.com/v2/email/suppression/addresses/${PATH}`;
const ses = (answer: VendorAnswer): Exchange =>
  deletes(SES, { authorization: expect.stringMatching(aws("ses")) }, answer);

const LISTS: Record<string, ListContract> = {
  sendgrid: {
    credentials: { apiKey: "key-s3cret", ...from },
    cases: {
      "each list for its kind": {
        exchanges: [
          deletes(`${SENDGRID}/suppression/bounces/${PATH}`, bearer, { status: 404 }),
          deletes(`${SENDGRID}/suppression/spam_reports/${PATH}`, bearer),
          deletes(`${SENDGRID}/asm/suppressions/global/${PATH}`, bearer, { status: 404 }),
        ],
        answer: "lifted",
      },
      "one kind alone, that is on no list": {
        kinds: ["complaint"],
        exchanges: [deletes(`${SENDGRID}/suppression/spam_reports/${PATH}`, bearer, { status: 404 })],
        answer: "not_listed",
      },
      "a domain of letters outside ASCII as the mail named it": {
        kinds: ["bounce"],
        address: "ada@bücher.example",
        exchanges: [deletes(`${SENDGRID}/suppression/bounces/ada%40xn--bcher-kva.example`, bearer)],
        answer: "lifted",
      },
    },
  },
  mailgun: {
    credentials: { apiKey: "key-s3cret", user: "api", domain: "mg.example.com", ...from },
    cases: {
      "each list for its kind": {
        exchanges: [
          deletes(`${MAILGUN}/bounces/${PATH}`, mailgunHeaders, {
            json: { message: "Bounced address has been removed" },
          }),
          deletes(`${MAILGUN}/complaints/${PATH}`, mailgunHeaders, {
            status: 404,
            json: { message: "No spam complaints found for this address" },
          }),
          deletes(`${MAILGUN}/unsubscribes/${PATH}`, mailgunHeaders, {
            json: { message: "Unsubscribe event has been removed" },
          }),
        ],
        answer: "lifted",
      },
      "an address that did not bounce": {
        kinds: ["bounce"],
        exchanges: [
          deletes(`${MAILGUN}/bounces/${PATH}`, mailgunHeaders, {
            status: 404,
            json: { message: "Address not found in bounces table" },
          }),
        ],
        answer: "not_listed",
      },
    },
  },
  postmark: {
    credentials: { apiKey: "key-s3cret", ...from },
    cases: {
      "an address of the stream of mails that name none": {
        exchanges: [
          postmark({ json: { Suppressions: [{ EmailAddress: ADDRESS, Status: "Deleted", Message: null }] } }),
        ],
        answer: "lifted",
      },
    },
  },
  mandrill: {
    credentials: { apiKey: "key-s3cret", ...from },
    cases: {
      "an address of the deny list": { exchanges: [mandrill(true)], answer: "lifted" },
      "an address that is not on it": { exchanges: [mandrill(false)], answer: "not_listed" },
    },
  },
  "infobip-email": {
    credentials: { apiKey: "key-s3cret", baseUrl: "x1.api.infobip.com", ...from },
    cases: {
      "the sender's domain, by type": { exchanges: [infobip("BOUNCE"), infobip("COMPLAINT")], answer: "lifted" },
      "one type alone": { kinds: ["complaint"], exchanges: [infobip("COMPLAINT")], answer: "lifted" },
    },
  },
  braze: {
    credentials: { apiKey: "key-s3cret", apiURL: "rest.iad-01.braze.com", appID: "app", ...from },
    cases: {
      "each list for its kind": { exchanges: [braze("bounce"), braze("spam")], answer: "lifted" },
    },
  },
  mailtrap: {
    credentials: { apiKey: "key-s3cret", ...from },
    cases: {
      "what is there of the kinds, in each account": {
        kinds: ["bounce"],
        exchanges: [
          mailtrapReads("", [{ id: 7 }, { id: 8 }]),
          mailtrapReads(`/7/suppressions?email=${PATH}`, [
            { id: "s-1", type: "hard bounce", email: "Ada+1@example.com" },
            { id: "s-2", type: "spam complaint", email: ADDRESS },
            { id: "s-3", type: "manual import", email: ADDRESS },
            { id: "s-4", type: "hard bounce", email: "not-ada+1@example.com" },
          ]),
          deletes("https://mailtrap.io/api/accounts/7/suppressions/s-1", bearer, { json: { id: "s-1" } }),
          mailtrapReads(`/8/suppressions?email=${PATH}`, []),
        ],
        answer: "lifted",
      },
      "nothing where there is none": {
        exchanges: [mailtrapReads("", [{ id: 7 }]), mailtrapReads(`/7/suppressions?email=${PATH}`, [])],
        answer: "not_listed",
      },
    },
  },
  sparkpost: {
    credentials: { apiKey: "key-s3cret", region: "eu", ...from },
    cases: {
      "an address of the region's list": {
        exchanges: [
          deletes(`https://api.eu.sparkpost.com/api/v1/suppression-list/${PATH}`, { authorization: "key-s3cret" }),
        ],
        answer: "lifted",
      },
      "an address that is not on it": {
        exchanges: [
          deletes(
            `https://api.eu.sparkpost.com/api/v1/suppression-list/${PATH}`,
            { authorization: "key-s3cret" },
            { status: 404, json: { errors: [{ message: "Recipient could not be found" }] } },
          ),
        ],
        answer: "not_listed",
      },
    },
  },
  sendinblue: {
    credentials: { apiKey: "key-s3cret", ...from },
    cases: {
      "a blocked contact": {
        exchanges: [deletes(`https://api.brevo.com/v3/smtp/blockedContacts/${PATH}`, { "api-key": "key-s3cret" })],
        answer: "lifted",
      },
      "one that is not blocked": {
        exchanges: [
          deletes(
            `https://api.brevo.com/v3/smtp/blockedContacts/${PATH}`,
            { "api-key": "key-s3cret" },
            { status: 404, json: { code: "document_not_found", message: "Contact not found" } },
          ),
        ],
        answer: "not_listed",
      },
    },
  },
  resend: {
    credentials: { apiKey: "key-s3cret", ...from },
    cases: {
      "an address": {
        exchanges: [
          deletes(`https://api.resend.com/suppressions/${PATH}`, bearer, {
            json: { object: "suppression", id: "s-1", deleted: true },
          }),
        ],
        answer: "lifted",
      },
      "one that is not on it": {
        exchanges: [
          deletes(`https://api.resend.com/suppressions/${PATH}`, bearer, {
            status: 404,
            json: { statusCode: 404, name: "not_found", message: "Suppression not found" },
          }),
        ],
        answer: "not_listed",
      },
    },
  },
  ses: {
    credentials: { apiKey: "AKIA-s3cret", secretKey: "key-s3cret", region: "eu-west-1", ...from },
    cases: {
      "an address of the account's list": { exchanges: [ses({ json: {} })], answer: "lifted" },
      "one that is not on it": {
        exchanges: [
          ses({ status: 404, headers: { "x-amzn-errortype": "NotFoundException" }, json: { message: "Not found" } }),
        ],
        answer: "not_listed",
      },
    },
  },
  sns: {
    channel: "sms",
    credentials: { apiKey: "AKIA-s3cret", secretKey: "key-s3cret", region: "eu-west-1" },
    cases: {
      "a number that opted out": {
        address: "+491711234567",
        exchanges: [
          {
            request: {
              url: "https://sns.eu-west-1.amazonaws.com/",
              headers: { authorization: expect.stringMatching(aws("sns")) },
              form: { Action: "OptInPhoneNumber", Version: "2010-03-31", phoneNumber: "+491711234567" },
            },
            answer: { text: "<OptInPhoneNumberResponse/>" },
          },
        ],
        answer: "lifted",
      },
    },
  },
};

const listed = providers.filter((provider) => provider.list);

test("each vendor that is asked has a record here", () => {
  expect(listed.map(({ id }) => id).toSorted()).toEqual(Object.keys(LISTS).toSorted());
});

async function open(id: string) {
  const { channel = "email", credentials } = LISTS[id] ?? { credentials: {} };
  const provider = findProvider(channel, id);
  if (provider?.channel !== "email" && provider?.channel !== "sms") throw new Error(`${id} does not send`);
  const session = await provider.open(credentials, { http, allowPrivateHosts: true });
  const kinds = provider.list?.kinds ?? [];
  return { session, kinds, secrets: secretValues(provider.credentials, credentials) };
}

describe.each(Object.entries(LISTS))("the list of %s", (id, { channel = "email", cases }) => {
  const anAddress = channel === "email" ? ADDRESS : "+491711234567";

  test.each(Object.entries(cases))("lifts: %s", async (_, { kinds, address = anAddress, exchanges, answer }) => {
    vendors.answer = answering(exchanges);
    const opened = await open(id);
    const given = await opened.session.lift({ address, kinds: kinds ?? opened.kinds });
    const received = await Promise.all(
      vendors.requests.map((request, index) => asGolden(request, exchanges[index]?.request)),
    );
    expect(received).toEqual(exchanges.map(({ request }) => request));
    expect(given).toBe(answer);
  });

  test("a failure has its class and no secret, and its words are about no message", async () => {
    const { session, kinds, secrets } = await open(id);
    const failureOf = async (status: number) => {
      vendors.answer = ({ url, headers, body }) => ({
        status,
        headers: { "retry-after": "7" },
        json: { message: `Not for you: ${url} ${JSON.stringify(headers)} ${body.toString("utf8")}` },
      });
      const failure = await session.lift({ address: anAddress, kinds }).catch((error: unknown) => error);
      if (!(failure instanceof ProviderError)) throw new Error(`${status} is no failure: ${JSON.stringify(failure)}`);
      return failure;
    };
    const classes: unknown[] = [];
    for (const status of [400, 401, 403, 429, 500, 503]) {
      const failure = await failureOf(status);
      classes.push([status, failure.class]);
      expect(failure.message).not.toMatch(/\bthe message\b|more messages/);
      for (const secret of secrets) expect(`${failure.message} ${failure.response}`).not.toContain(secret);
      if (status === 429) expect(failure.retryAfterSeconds).toBe(7);
    }
    expect(classes).toEqual([
      [400, "PERMANENT"],
      [401, "CREDENTIAL"],
      [403, "CREDENTIAL"],
      [429, "RETRY"],
      [500, "RETRY"],
      [503, "RETRY"],
    ]);
  });
});

test("Postmark takes nobody off who complained, and its words say so", async () => {
  const Message = "You do not have the required authority to change this suppression.";
  vendors.answer = () => ({ json: { Suppressions: [{ EmailAddress: ADDRESS, Status: "Failed", Message }] } });
  const { session } = await open("postmark");
  await expect(session.lift({ address: ADDRESS, kinds: ["complaint"] })).rejects.toMatchObject({
    class: "PERMANENT",
    message: expect.stringMatching(/^Postmark refused the request: You do not have the required authority/),
  });
});

test("the vendor's own words are told, and no sentence of a code that is about messages", async () => {
  const text = "The API key has no scope email:suppressions:manage";
  vendors.answer = () => ({
    status: 403,
    json: { requestError: { serviceException: { messageId: "FORBIDDEN", text } } },
  });
  const { session } = await open("infobip-email");
  await expect(session.lift({ address: ADDRESS, kinds: ["bounce"] })).rejects.toMatchObject({
    class: "CREDENTIAL",
    message: expect.stringMatching(/^Infobip refused the integration: The API key has no scope/),
  });
});

test("a domain that Mailgun does not know is a fault of the integration, and no address that is not on the list", async () => {
  vendors.answer = () => ({ status: 404, json: { message: "Domain not found: mg.example.com" } });
  const { session } = await open("mailgun");
  await expect(session.lift({ address: ADDRESS, kinds: ["bounce"] })).rejects.toMatchObject({ class: "CREDENTIAL" });
});

test("the catalogue says which kinds a vendor is asked for, and each list names the vendor's page", () => {
  for (const { catalogueEntry, list } of providers) {
    expect(catalogueEntry.lifts).toEqual(list?.kinds);
    if (!list) continue;
    expect(list.kinds.every((kind) => SUPPRESSION_KINDS.includes(kind))).toBe(true);
    expect(new URL(list.source).protocol).toBe("https:");
  }
});
