import { readFileSync } from "node:fs";
import { afterAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { CatalogueEntry } from "#contract/providers.ts";
import { fromAddress, type StoredCredentials, secret, senderName } from "./credentials.ts";
import { startFakeVendor } from "./fake-vendor.ts";
import { createHttp } from "./http.ts";
import { type AnyProvider, emailProvider, type SendOptions } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import { catalogue, findProvider, providers } from "./registry.ts";

const vendor = await startFakeVendor();
afterAll(async () => {
  await http.close();
  vendor.close();
});
let calls = 0;
beforeEach(() => {
  calls = 0;
});

/** Every request of every provider ends at the fake vendor, wherever it was meant to go. */
const http = createHttp({ baseUrls: { "https://": `${vendor.url}/` }, allowPrivateHosts: true, timeoutMs: 200 });
const tools = { http, allowPrivateHosts: true };
const options: SendOptions = {
  outbox: { deliver: async ({ messageId }) => ({ id: messageId, date: "2026-05-05T10:00:00.000Z" }) },
};

/** Shows that the rules below can fail, also while the registry holds no provider that uses HTTP. */
const sample = emailProvider({
  id: "sample",
  name: "Sample",
  docs: "https://vendor.example",
  credentials: z.object({ apiKey: secret("API Key"), from: fromAddress(), senderName: senderName() }),
  async send(mail, { apiKey }, { http }) {
    const headers = { "x-api-key": apiKey };
    await http.post("https://vendor.example/send", {
      headers,
      query: { token: apiKey },
      json: { to: mail.to, apiKey },
    });
    return { id: mail.id };
  },
});
const allProviders = [...providers, sample].map(
  (provider) => [`${provider.channel}/${provider.id}`, provider] as const,
);

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
  };
  return Object.fromEntries(
    catalogueEntry.credentials.flatMap(({ key, type, secret: hidden, required }) => {
      if (hidden) return [[key, known[key] ?? SECRET]];
      return required ? [[key, known[key] ?? (type === "string" ? "sample" : undefined)]] : [];
    }),
  );
}

/** Returns the error of a send, or undefined where there is nothing to send or it succeeds. */
async function failureOf(provider: AnyProvider): Promise<ProviderError | undefined> {
  const credentials = sampleCredentials(provider);
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

test.each(allProviders)("%s has a complete catalogue entry", (_, provider) => {
  const entry = CatalogueEntry.parse(provider.catalogueEntry);
  expect(entry.id).toMatch(/^[a-z0-9-]+$/);
  expect(entry.displayName).not.toBe("");
  expect(entry.docReference).toMatch(/^https:\/\/.+utm_campaign=in-app/);
  expect(entry.logoFileName.light).toMatch(/\.(svg|png)$/);
  expect(entry.credentials.map(({ key }) => key)).toEqual(Object.keys(provider.credentials.shape));
});

/** Product.md section 3, "Provider catalogue". */
const SECRET_CREDENTIALS = ["apiKey", "apiToken", "secretKey", "token", "password", "serviceAccount"];

test.each(allProviders)("%s hides the credentials that are secret by rule", (_, { catalogueEntry }) => {
  const open = catalogueEntry.credentials.filter(({ secret: hidden }) => !hidden).map(({ key }) => key);
  expect(open).not.toEqual(expect.arrayContaining([expect.stringMatching(`^(${SECRET_CREDENTIALS.join("|")})$`)]));
});

test("every mail provider that is set up at all ends with the two fields of the sender", () => {
  const mailers = allProviders.map(([, { channel, credentials }]) => ({
    channel,
    keys: Object.keys(credentials.shape),
  }));
  const endings = mailers.filter(({ channel, keys }) => channel === "email" && keys.length > 0);
  expect(new Set(endings.map(({ keys }) => keys.slice(-2).join()))).toEqual(new Set(["from,senderName"]));
});

const outcomes = [
  [401, "CREDENTIAL"],
  [429, "RETRY"],
  [503, "RETRY"],
  ["no answer", "RETRY"],
] as const;

test.each(
  allProviders.flatMap(([name, provider]) =>
    outcomes.map(([status, expected]) => [name, status, expected, provider] as const),
  ),
)("%s: %s of the vendor is %s, and no secret shows", async (_, status, expected, provider) => {
  vendor.answer = (request, body, response) => {
    calls += 1;
    if (status !== "no answer")
      response.writeHead(status).end(`${JSON.stringify(request.headers)} ${request.url} ${body}`);
  };
  const failure = await failureOf(provider);
  if (calls > 0) expect(failure?.class).toBe(expected);
  const shown = `${failure?.message} ${failure?.response} ${failure?.stack}`;
  for (const spelling of [
    SECRET,
    encodeURIComponent(SECRET),
    JSON.stringify(SECRET).slice(1, -1),
    "hush-2",
    "hush-3",
  ]) {
    expect(shown).not.toContain(spelling);
  }
  if (provider === sample) expect(failure?.class).toBe(expected);
});

test("an id stands once per channel, and the registry finds it there only", () => {
  const names = providers.map(({ channel, id }) => `${channel}/${id}`);
  expect(new Set(names).size).toBe(names.length);
  expect(findProvider("email", "nodemailer")?.name).toBe("Custom SMTP");
  expect(findProvider("sms", "nodemailer")).toBeUndefined();
});

/** Product.md section 3, "Provider catalogue". `clickatell` is named for e-mail, too, but has no such product (providers-email-push.md 3.21). */
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
