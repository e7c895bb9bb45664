import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { CatalogueEntry } from "#contract/providers.ts";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { fromAddress, secret, senderName } from "./credentials.ts";
import { createHttp } from "./http/http.ts";
import { type AnyProvider, emailProvider } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import { catalogue, findProvider, providers } from "./registry.ts";
import type { SendOptions } from "./send-context.ts";
import type { StoredCredentials } from "./stored-credentials.ts";

const vendor = await startFakeVendor();
afterAll(async () => {
  await http.close();
  vendor.close();
});
/** Every request of every provider ends at the fake vendor, wherever it was meant to go. */
const http = createHttp({
  baseUrls: { "https://": `${vendor.url}/`, "http://": `${vendor.url}/` },
  allowPrivateHosts: true,
  timeoutMs: 200,
});
const tools = { http, allowPrivateHosts: true };
const outboxOnly: SendOptions = {
  outbox: { deliver: async ({ messageId }) => ({ id: messageId, date: "2026-05-05T10:00:00.000Z" }) },
};

/** Shows that the rule of secrets can fail: the other providers might not reach the vendor with the samples. */
const sample = emailProvider({
  id: "sample",
  name: "Sample",
  docs: "https://vendor.example",
  credentials: z.object({ apiKey: secret("API Key"), from: fromAddress(), senderName: senderName() }),
  async send(mail, { apiKey }, { http }) {
    const headers = { "x-api-key": apiKey };
    await http.post("https://vendor.example/send", { headers, query: { token: apiKey }, json: { apiKey } });
    return { id: mail.id };
  },
});

const SECRET = 'hu$h "1"';
/** An address that is a secret by itself. */
const WEBHOOK = `https://hooks.example/${encodeURIComponent(SECRET)}/hush-2?key=hush-3`;

/** Credentials in which every secret is the same value. */
function sampleCredentials({ catalogueEntry }: AnyProvider): StoredCredentials {
  const known: Record<string, unknown> = {
    from: "a@example.com",
    host: "127.0.0.1",
    port: 9,
    webhookUrl: WEBHOOK,
    baseUrl: "https://hooks.example",
  };
  return Object.fromEntries(
    catalogueEntry.credentials.flatMap(({ key, type, secret: hidden, required }) => {
      if (hidden) return [[key, known[key] ?? SECRET]];
      return required ? [[key, known[key] ?? (type === "string" ? "sample" : undefined)]] : [];
    }),
  );
}

/** Returns the error of a send, or undefined where there is nothing to send or it succeeds. */
async function failureOf(provider: AnyProvider, more: Partial<SendOptions> = {}): Promise<ProviderError | undefined> {
  const credentials = sampleCredentials(provider);
  const options: SendOptions = { ...outboxOnly, ...more };
  try {
    if (provider.channel === "email") {
      const session = await provider.open(credentials, tools);
      await session.send({ id: "m", to: ["b@example.com"], subject: "s", html: "h" }, options);
    } else if (provider.channel === "sms") {
      const session = await provider.open(credentials, tools);
      await session.send({ id: "m", to: "+491700000000", content: "c" }, options);
    } else if (provider.channel === "chat") {
      const session = await provider.open(credentials, tools);
      await session.send({ id: "m", webhookUrl: WEBHOOK, content: "c" }, options);
    } else if (provider.channel === "push") {
      const session = await provider.open(credentials, tools);
      const message = { id: "m", target: ["t"], title: "t", content: "c", payload: {}, subscriber: {}, step: {} };
      await session.send(message, options);
    }
    return undefined;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
}

test("every provider has a complete catalogue entry", () => {
  for (const provider of providers) {
    const entry = CatalogueEntry.parse(provider.catalogueEntry);
    const keys = Object.keys(provider.credentials.shape);
    expect(entry).toMatchObject({
      id: expect.stringMatching(/^[a-z0-9-]+$/),
      displayName: expect.stringMatching(/\S/),
      logoFileName: { light: expect.stringMatching(/\.(svg|png)$/) },
    });
    expect([entry.id, ...entry.credentials.map(({ key }) => key)]).toEqual([provider.id, ...keys]);
  }
});

/** Belfry's own providers, and those that reach whatever server or gateway the customer has. */
const WITHOUT_VENDOR = [
  "belfry",
  "belfry-email",
  "nodemailer",
  "email-webhook",
  "emailjs",
  "belfry-sms",
  "generic-sms",
  "push-webhook",
];
const OWN_OR_PLACEHOLDER = /(^|\.)(belfry|example|invalid|local|localhost|test)(\.|$)/;

test("every provider of a vendor names the vendor's page on the credentials, and no other provider names one", () => {
  const pages = providers.flatMap(({ id, catalogueEntry: { docReference } }) =>
    docReference === undefined ? [] : [{ id, page: new URL(docReference) }],
  );
  const named = pages.map(({ id }) => id);
  expect(providers.map(({ id }) => id).filter((id) => !named.includes(id))).toEqual(WITHOUT_VENDOR);
  const unusable = pages.filter(
    ({ page }) => page.protocol !== "https:" || !page.hostname.includes(".") || OWN_OR_PLACEHOLDER.test(page.hostname),
  );
  expect(unusable.map(({ id, page }) => `${id}: ${page}`)).toEqual([]);
});

const SECRET_CREDENTIALS = ["apiKey", "apiToken", "secretKey", "token", "password", "serviceAccount"];

test("the credentials that are secret by rule are hidden", () => {
  const open = providers.flatMap(({ id, catalogueEntry }) =>
    catalogueEntry.credentials
      .filter(({ key, secret: isHidden }) => SECRET_CREDENTIALS.includes(key) && !isHidden)
      .map(({ key }) => `${id}.${key}`),
  );
  expect(open).toEqual([]);
});

test("every mail provider that is set up at all ends with the two fields of the sender", () => {
  const keys = providers
    .filter(({ channel }) => channel === "email")
    .map(({ credentials }) => Object.keys(credentials.shape));
  const endings = keys.filter(({ length }) => length > 0).map((names) => names.slice(-2).join());
  expect(new Set(endings)).toEqual(new Set(["from,senderName"]));
});

test.each([...providers, sample].map((provider) => [`${provider.channel}/${provider.id}`, provider] as const))(
  "%s: no error shows a secret in any spelling",
  async (_, provider) => {
    vendor.answer = (request, body, response) =>
      response.writeHead(401).end(`${JSON.stringify(request.headers)} ${request.url} ${body}`);
    const failure = await failureOf(provider);
    if (provider === sample) expect(failure).toMatchObject({ response: expect.stringContaining("x-api-key") });
    const shown = `${failure?.message} ${failure?.response} ${failure?.stack}`;
    const encodings = [SECRET, encodeURIComponent(SECRET), JSON.stringify(SECRET).slice(1, -1)];
    for (const spelling of [...encodings, "hush-2", "hush-3"]) expect(shown).not.toContain(spelling);
  },
);

test("an id stands once per channel, and the registry finds it there only", () => {
  const names = providers.map(({ channel, id }) => `${channel}/${id}`);
  expect(new Set(names).size).toBe(names.length);
  expect(findProvider("email", "nodemailer")?.name).toBe("Custom SMTP");
  expect(findProvider("sms", "nodemailer")).toBeUndefined();
});

/** The ids of the catalogue by channel. `clickatell` sends text messages only: the vendor has no product for email. */
const CATALOGUE: Readonly<Record<string, string>> = {
  in_app: "belfry",
  email:
    "belfry-email mailgun mailjet mailtrap mandrill postmark sendgrid sendinblue ses netcore nodemailer mailersend " +
    "outlook365 infobip-email braze resend plunk sparkpost email-webhook emailjs",
  sms:
    "belfry-sms nexmo plivo sms77 sns telnyx messagebird twilio gupshup firetext infobip-sms burst-sms bulk-sms isend-sms " +
    "clickatell forty-six-elks kannel maqsam sms-central termii africas-talking sendchamp generic-sms clicksend " +
    "simpletexting bandwidth azure-sms ring-central brevo-sms eazy-sms mobishastra",
  chat: "slack discord grafana-on-call msteams mattermost ryver zulip getstream rocket-chat whatsapp-business",
  push: "one-signal pushpad fcm expo apns push-webhook pusher-beams",
};

test.each(Object.entries(CATALOGUE))("the catalogue lists the providers of %s, in its order", (channel, ids) => {
  const listed = catalogue().filter((entry) => entry.channel === channel);
  expect(listed.map(({ id }) => id).join(" ")).toBe(ids);
});

test("every provider that calls a vendor has a test beside it, which gives its contract unless it speaks SMTP", () => {
  const own = ["belfry", "belfry-email", "belfry-sms"];
  const smtp = ["nodemailer", "outlook365", "emailjs"];
  for (const { channel, id } of providers) {
    if (own.includes(id)) continue;
    const text = readFileSync(new URL(`./${channel}/${id}.test.ts`, import.meta.url), "utf8");
    if (!smtp.includes(id)) expect([id, text]).toEqual([id, expect.stringContaining("testProvider(")]);
  }
});

test("every provider has a table of its vendor's codes, or says why there is none", () => {
  const lacking = providers.filter(({ refusals, uncoded }) => (refusals === undefined) === (uncoded === undefined));
  expect(lacking.map(({ channel, id }) => `${channel}/${id}`)).toEqual([]);
  for (const { id, refusals, uncoded } of providers) {
    if (refusals) expect([id, Object.keys(refusals).length]).not.toEqual([id, 0]);
    else expect([id, uncoded]).toEqual([id, expect.stringMatching(/^\S.{15,}[^.]$/)]);
  }
});

test("the meaning of a code is one sentence without a full stop, to which the code is added", () => {
  const sentences = providers.flatMap(({ id, refusals = {} }) =>
    Object.values(refusals).map((refusal) => [id, typeof refusal === "string" ? refusal : refusal.text] as const),
  );
  for (const [id, text] of sentences)
    expect([id, text]).toEqual([id, expect.stringMatching(/^(?:[A-Z]|seven\.io)[^\n]{10,}[^.]$/)]);
});

test("the demo providers deliver to the outbox, from Belfry's own fixed sender", async () => {
  const delivered: unknown[] = [];
  const outbox: SendOptions["outbox"] = {
    deliver: async (message) => {
      delivered.push(message);
      return { id: "o-1", date: "2026-05-05T10:00:00.000Z" };
    },
  };
  const mail = {
    id: "m-1",
    from: "x@example.com",
    to: ["a@example.com"],
    cc: ["b@example.com"],
    subject: "S",
    html: "H",
  };
  const email = await findProvider("email", "belfry-email")?.open({}, tools);
  const sent = await email?.send(mail, { outbox });
  const sms = await findProvider("sms", "belfry-sms")?.open({}, tools);
  await sms?.send({ id: "m-2", to: "+49170", content: "C" }, { outbox });
  expect(sent).toEqual({ id: "o-1", date: "2026-05-05T10:00:00.000Z" });
  expect(delivered).toEqual([
    {
      channel: "email",
      messageId: "m-1",
      to: ["a@example.com", "b@example.com"],
      from: "Belfry <no-reply@belfry.local>",
      subject: "S",
      html: "H",
    },
    { channel: "sms", messageId: "m-2", to: ["+49170"], from: "Belfry", content: "C" },
  ]);
});

test("a pace has positive numbers and the page of its vendor", () => {
  const paces = providers.flatMap(({ id, pace }) => (pace ? [[id, pace] as const] : []));
  expect(paces.length).toBeGreaterThan(10);
  for (const [id, { source, ...limits }] of paces) {
    expect([id, new URL(source).protocol]).toEqual([id, "https:"]);
    expect([id, Object.keys(limits).length]).not.toEqual([id, 0]);
    for (const limit of Object.values(limits)) expect([id, Number.isFinite(limit) && limit > 0]).toEqual([id, true]);
  }
});

const reporting = providers.flatMap((provider) => {
  const { reports } = provider.catalogueEntry;
  return reports ? [{ provider, name: `${provider.channel}/${provider.id}`, ...reports }] : [];
});

test("every provider that reads reports says how they are set up", () => {
  const names = reporting.map(({ name }) => name);
  expect(names).toEqual(
    providers.filter(({ readReports }) => readReports).map(({ channel, id }) => `${channel}/${id}`),
  );
});

test.each(reporting)(
  "$name: a message names the address for reports where nothing is set up, and only there",
  async ({ provider, steps }) => {
    const requests: string[] = [];
    vendor.answer = (request, body, response) => {
      requests.push(`${request.url} ${body}`);
      response.writeHead(401).end();
    };
    await failureOf(provider, { reportUrl: "https://reports.example/address-for-reports" });
    expect(requests.join("\n").includes("address-for-reports")).toBe(steps.length === 0);
  },
);

test.each(reporting)(
  "$name: each step is one short sentence, and quotes fields of the integration only",
  ({ provider, steps }) => {
    if (steps.length > 0) expect([2, 3, 4, 5, 6]).toContain(steps.length);
    const fields = provider.catalogueEntry.credentials.map(({ displayName }) => displayName);
    for (const step of steps) {
      expect(step).toMatch(/^[A-Z].{10,218}\.$/);
      expect(step).not.toMatch(/[.!?] |[!*`“”[\]]|please/i);
      for (const [, quoted] of step.matchAll(/"([^"]*)"/g)) expect(fields).toContain(quoted);
      expect(step.split('"').length % 2).toBe(1);
    }
  },
);

/** Fields of credentials by which reports are verified. */
const OF_REPORTS = ["webhookSigningKey", "webhookVerifyToken", "topicArn"];

test("the steps name the address, and each field by which reports are verified", () => {
  const lacking = reporting.flatMap(({ provider, name, steps }) => {
    if (steps.length === 0) return [];
    const fields = provider.catalogueEntry.credentials.filter(({ key }) => OF_REPORTS.includes(key));
    const expected = ["the address for reports", ...fields.map(({ displayName }) => `"${displayName}"`)];
    return expected.filter((words) => !steps.join(" ").includes(words)).map((words) => `${name}: ${words}`);
  });
  expect(lacking).toEqual([]);
});

/** The part of a host by which a vendor is known: `vendor` of `docs.vendor.com` and of `www.vendor.com.au`. */
const brandOf = (host: string): string | undefined => /([^.]+)\.(?:com?\.)?[^.]+$/.exec(host)?.[1];

/** Of vendors whose page on the credentials is at another company's. */
const BRANDS: Readonly<Record<string, string>> = { netcore: "netcorecloud" };

test("steps have a page of the vendor, unless there is no vendor", () => {
  const pages = reporting.filter(({ steps }) => steps.length > 0);
  const lacking = pages.filter(({ docReference }) => docReference === undefined);
  expect(lacking.map(({ provider }) => provider.id)).toEqual(["email-webhook"]);
  expect(reporting.filter(({ steps, docReference }) => steps.length === 0 && docReference)).toEqual([]);
  for (const { provider, name, docReference } of pages) {
    if (docReference === undefined) continue;
    const { protocol, hostname } = new URL(docReference);
    expect([name, protocol]).toEqual([name, "https:"]);
    const own = BRANDS[provider.id] ?? brandOf(new URL(provider.catalogueEntry.docReference ?? "").hostname);
    expect([name, brandOf(hostname)]).toEqual([name, own]);
  }
});
