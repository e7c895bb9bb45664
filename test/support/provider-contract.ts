import type { LookupFunction } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHttp, type HttpClient } from "#providers/http/http.ts";
import { classOfStatus } from "#providers/http/http-failures.ts";
import type { ChatMessage, EmailMessage, PushMessage, SendResult, SmsMessage } from "#providers/messages.ts";
import type { AnyProvider, InAppProvider } from "#providers/provider.ts";
import { type ErrorClass, ProviderError, type Rate } from "#providers/provider-error.ts";
import { redact } from "#providers/redact.ts";
import type { SendOptions, SessionTools } from "#providers/send-context.ts";
import type { Session } from "#providers/session.ts";
import { secretValues } from "#providers/stored-credentials.ts";
import { startRecordingProxy } from "./recording-proxy.ts";
import {
  answering,
  asGolden,
  type Exchange,
  type FakeVendors,
  startFakeVendors,
  type VendorAnswer,
} from "./vendor-exchanges.ts";

type SendingProvider = Exclude<AnyProvider, InAppProvider>;
interface Messages {
  email: EmailMessage;
  sms: SmsMessage;
  chat: ChatMessage;
  push: PushMessage;
}
type Credentials = Record<string, unknown>;

/** A send that the vendor takes. */
interface GoldenSend<Message> {
  /** Differs from the message of the contract. */
  message?: Partial<Message>;
  /** Differs from the credentials of the contract. */
  credentials?: Credentials;
  /** Of the send. A passthrough of the message itself is for adapters that merge it themselves. */
  options?: Pick<SendOptions, "reportUrl" | "passthrough">;
  /** All requests, in their order. */
  exchanges: readonly Exchange[];
  result: SendResult;
}

/** No sentence of a refusal is a request and its status. */
const NO_REASON = /\b(?:POST|GET) \S+ answered/;

/** An answer by which the vendor refuses the message, in place of the last one of the first golden send. */
interface Refusal {
  answer: VendorAnswer;
  class: ErrorClass;
  retryAfterSeconds?: number;
  rate?: Rate | undefined;
}

/** All that a provider must do, as data. Bodies and answers are those of the vendor's documents. */
export interface ProviderContract<Message> {
  credentials: Credentials;
  message: Message;
  /** By the rule that each shows. The first one is also what the failures begin with. */
  sends: Readonly<Record<string, GoldenSend<Message>>>;
  /** The answer by which the vendor refuses with a code, where that is not `{code, message}`. */
  refusalOf?: (code: string) => VendorAnswer;
  /** By what the vendor says. */
  refusals?: Readonly<Record<string, Refusal>>;
  /** Statuses that mean another class than by default. */
  statuses?: Readonly<Record<number, ErrorClass>>;
  /** Whom a 429 without a body concerns, where that is not the integration. */
  limits?: Rate;
  /** It does not send by the client of the send. */
  hasOwnConnections?: true;
  /** The vendor recognises a repeated message, so that a send without an answer may be repeated. */
  recognisesRepetition?: true;
  /** The vendor takes headers of its own naming only. */
  takesNoListHeaders?: true;
  /** The address of a token that is kept between sends. */
  tokenUrl?: string;
  /** Requests of a connection check; without it, a check asks nothing. */
  check?: readonly Exchange[];
}

const STATUSES = [400, 401, 402, 403, 404, 408, 413, 422, 425, 429, 500, 502, 503, 504];
const MALFORMED = ["", "<html>not json</html>", "null", "[]", "{}", '"text"', "0", '{"data":null}', '{"id":{}}'];
const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("The outbox is not for vendors")) } };
const unresolvable: LookupFunction = (host, _options, callback) =>
  callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" }), []);

/** The rules that hold for every provider which calls its vendor by HTTP, and its own contract. */
export function testProvider<P extends SendingProvider>(
  provider: P,
  contract: ProviderContract<Messages[P["channel"]]>,
): void {
  type Message = Messages[P["channel"]];
  const [[, base] = []] = Object.entries(contract.sends);
  if (!base) throw new Error("A contract has at least one send");
  const baseMessage: Message = { ...contract.message, ...base.message };
  const baseCredentials = { ...contract.credentials, ...base.credentials };
  const before = base.exchanges.slice(0, -1);
  const last = base.exchanges[base.exchanges.length - 1];
  if (!last) throw new Error("A send has at least one exchange");
  const lastRequest = last.request;
  const open = (credentials: Credentials, tools: SessionTools<HttpClient>) =>
    // A provider of a channel takes the messages of this channel, which the type of a union cannot say.
    provider.open(credentials, tools) as unknown as Promise<Session<Message>>;

  let vendors: FakeVendors;
  let http: HttpClient;
  /** For a vendor that keeps silent. Where nothing else is asked for before, no answer can be late. */
  let impatient: HttpClient;
  let tools: SessionTools<HttpClient>;
  beforeAll(async () => {
    vendors = await startFakeVendors();
    const settings = { baseUrls: vendors.baseUrls, allowPrivateHosts: true };
    http = createHttp(settings);
    impatient = createHttp({ ...settings, timeoutMs: before.length === 0 ? 50 : 1_000 });
    tools = { http, allowPrivateHosts: true };
  });
  beforeEach(() => vendors.reset());
  afterAll(async () => {
    await http.close();
    await impatient.close();
    vendors.close();
  });

  /** The result or error of the base send whose last request is answered so. */
  async function outcomeOf(answer: FakeVendors["answer"], client = http): Promise<unknown> {
    const session = await open(baseCredentials, { ...tools, http: client });
    const known = answering(before);
    vendors.answer = (request) => {
      // Also at another host of the vendor's.
      const isLast =
        pathOf(request.url) === pathOf(lastRequest.url) && request.method === (lastRequest.method ?? "POST");
      return isLast ? answer(request) : known(request);
    };
    return session.send(baseMessage, options).catch((error: unknown) => error);
  }

  const failureOf = (...given: Parameters<typeof outcomeOf>) => providerError(outcomeOf(...given));

  describe(`${provider.channel}/${provider.id}`, () => {
    test.each(Object.entries(contract.sends))(
      "sends: %s",
      async (_, { message, credentials, options: own, exchanges, result }) => {
        vendors.answer = answering(exchanges);
        const session = await open({ ...contract.credentials, ...credentials }, tools);
        const sent = await session
          .send({ ...contract.message, ...message }, { ...options, ...own })
          .catch((error: unknown) => error);
        const received = await Promise.all(
          vendors.requests.map((request, index) => asGolden(request, exchanges[index]?.request)),
        );
        expect(received).toEqual(exchanges.map(({ request }) => request));
        expect(sent).toEqual(result);
        await session.close();
      },
    );

    test("each status has its class, and no secret shows", async () => {
      const classes: Record<number, string> = {};
      for (const status of STATUSES) {
        // An answer that repeats all that it was told.
        const failure = await failureOf(({ url, headers, body }) => ({
          status,
          headers: { "retry-after": "7" },
          text: `${url} ${JSON.stringify(headers)} ${body.toString("utf8")}`,
        }));
        classes[status] = failure.class;
        if (failure.class === "RETRY") expect([status, failure.retryAfterSeconds]).toEqual([status, 7]);
        // Most vendors limit the account. An address of a subscriber's own has limits of its own.
        const rate = failure.class === "RETRY" && status === 429 ? (contract.limits ?? "integration") : undefined;
        expect([status, failure.rate]).toEqual([status, rate]);
        const shown = `${failure.message} ${failure.response} ${failure.stack}`;
        for (const secret of secretValues(provider.credentials, baseCredentials)) expect(shown).not.toContain(secret);
      }
      const expected = STATUSES.map((status) => [status, contract.statuses?.[status] ?? classOfStatus(status)]);
      expect(classes).toEqual(Object.fromEntries(expected));
    });

    test("what the vendor's headers say of its limits is passed on", async () => {
      vendors.answer = (request) =>
        request.url === last.request.url
          ? { status: 429, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9" } }
          : answering(before)(request);
      const seen: unknown[] = [];
      const session = await open(baseCredentials, tools);
      const sent = session.send(baseMessage, { ...options, onAllowance: (allowance) => seen.push(allowance) });
      // An adapter may know that a pause is longer.
      expect((await providerError(sent)).retryAfterSeconds).toBeGreaterThanOrEqual(9);
      const isOfIntegration = contract.limits !== "recipient" && !contract.hasOwnConnections;
      expect(seen).toEqual(isOfIntegration ? [{ remaining: 0, resetMs: 9_000 }] : []);
      await session.close();
    });

    test("a refusal whose code is not known is told in the vendor's own words, in one line", async () => {
      const own = "The vendor's own words";
      const answers = [
        { json: { message: own } },
        { json: { error: { code: 99_999_999, message: own, details: [] } } },
        { json: { errors: [{ code: "none-of-ours", detail: own }] } },
        { text: `<Response><Error><Code>NoneOfOurs</Code><Message>${own}</Message></Error></Response>` },
        { text: `<html><head><title>${own}</title></head><body><h1>x</h1></body></html>` },
        { json: [{ error: { code: "none-of-ours", message: own } }] },
        { json: { result: { errors: [{ inner: { description: own } }] } } },
        { json: { message: "The given data was invalid.", errors: { "some.field": [own] } } },
        { text: own.replace(" ", " \r\n\t ") },
        { text: `${own} ${"x ".repeat(5_000)}` },
      ];
      for (const answer of answers) {
        const { message } = await failureOf(() => ({ status: 400, ...answer }));
        expect(message).toContain(own);
        expect(message.length).toBeLessThan(1_000);
        expect(message).not.toMatch(NO_REASON);
      }
      for (const status of STATUSES) expect((await failureOf(() => ({ status }))).message).not.toMatch(NO_REASON);
    });

    const { refusals } = provider;
    if (refusals) {
      test.each(Object.entries(refusals))("the vendor's code %s has a sentence", async (code, refusal) => {
        const answer = contract.refusalOf?.(code) ?? { status: 400, json: { code, message: "the vendor's words" } };
        const failure = await failureOf(() => answer);
        const [text, errorClass] = typeof refusal === "string" ? [refusal] : [refusal.text, refusal.class];
        expect(failure.message).toContain(text);
        const isRate = errorClass === "RATE" || errorClass === "RECIPIENT_RATE";
        if (errorClass !== undefined) expect(failure.class).toBe(isRate ? "RETRY" : errorClass);
      });
    }

    if (contract.refusals) {
      test("each refusal of the vendor has its class", async () => {
        for (const [words, { answer, ...expected }] of Object.entries(contract.refusals ?? {})) {
          const failure = await failureOf(() => answer);
          expect(failure, words).toMatchObject(expected);
          expect(failure.message).not.toMatch(NO_REASON);
        }
      });
    }

    test("a send without an answer is repeated as often as the vendor recognises it", async () => {
      const retryLimit = contract.recognisesRepetition ? undefined : 1;
      expect(await failureOf(() => undefined, impatient)).toMatchObject({
        class: "RETRY",
        noAnswer: "TIMEOUT",
        retryLimit,
      });
      expect(await failureOf(() => "close")).toMatchObject({ class: "RETRY", retryLimit });
    });

    test("an answer with status 200 that is malformed is understood or not repeated", async () => {
      for (const text of MALFORMED) {
        const outcome = await outcomeOf(() => ({ text }));
        if (outcome instanceof ProviderError) {
          expect([text, outcome.class]).not.toEqual([text, "RETRY"]);
          expect(outcome.message).not.toContain("The provider adapter failed");
          expect(outcome.message).not.toMatch(NO_REASON);
        } else expect([text, outcome]).toEqual([text, expect.objectContaining({ id: expect.stringMatching(/\S/) })]);
      }
    });

    test("what is passed through reaches the request that sends", async () => {
      vendors.answer = answering(before);
      const session = await open(baseCredentials, tools);
      const passthrough = {
        body: { x_extra: "extra-1" },
        headers: { "x-extra": "extra-2" },
        query: { extra: "extra-3" },
      };
      // Its address is not that of the record any more, so that the vendor refuses it.
      await providerError(session.send({ ...baseMessage, passthrough }, { ...options, passthrough }));
      const request = vendors.requests.find(({ url }) => url.includes("extra=extra-3"));
      expect(request?.headers["x-extra"]).toBe("extra-2");
      const { json, form, multipart } = last.request;
      if (json ?? form ?? multipart) expect(request?.body.toString("utf8")).toMatch(/x_extra\W+extra-1/);
    });

    if (provider.channel === "email") {
      const carries = provider.withoutListUnsubscribe === undefined && !contract.takesNoListHeaders;
      const name = carries ? "carries" : "is sent without";
      test(`a mail that can be unsubscribed from ${name} the headers of RFC 8058`, async () => {
        vendors.answer = answering(base.exchanges);
        const session = await open(baseCredentials, tools);
        const unsubscribeUrl = "https://belfry.example.com/unsubscribe";
        // Answers of the record may be to another body; what was sent is what counts.
        await session.send({ ...baseMessage, unsubscribeUrl }, options).catch(() => undefined);
        const sent = vendors.requests.map(({ body }) => readable(body.toString("utf8"))).join("\n");
        const isSent = /List-Unsubscribe\W+[\w\W]*<https:\/\/belfry\.example\.com\/unsubscribe>/.test(sent);
        const isPost = /List-Unsubscribe-Post\W+[\w\W]*List-Unsubscribe=One-Click/.test(sent);
        expect([isSent, isPost]).toEqual([carries, carries]);
      });
    }

    test("the connection check", async () => {
      vendors.answer = answering(contract.check ?? []);
      const session = await open(baseCredentials, tools);
      await session.check();
      const received = await Promise.all(
        vendors.requests.map((request, index) => asGolden(request, contract.check?.[index]?.request)),
      );
      expect(received).toEqual((contract.check ?? []).map(({ request }) => request));
      if (!contract.check) return;
      vendors.answer = () => ({ status: 401 });
      expect((await providerError((await open(baseCredentials, tools)).check())).class).toBe("CREDENTIAL");
    });

    const { tokenUrl } = contract;
    if (tokenUrl !== undefined) {
      test("a token is asked for once, for all who wait for it", async () => {
        vendors.answer = answering(base.exchanges);
        const session = await open(baseCredentials, tools);
        await Promise.all([session.send(baseMessage, options), session.send(baseMessage, options)]);
        await session.send(baseMessage, options);
        expect(vendors.requests.filter(({ url }) => url === tokenUrl)).toHaveLength(1);
      });
    }

    test("with a proxy set, no request leaves by another way", async () => {
      const proxy = await startRecordingProxy(1);
      proxy.refuseWith = 502;
      const proxied = createHttp({
        proxy: { https: proxy.url, http: proxy.url, exceptions: "" },
        lookup: unresolvable,
        timeoutMs: 2000,
      });
      try {
        const failure = providerError(
          open(baseCredentials, { http: proxied, allowPrivateHosts: false }).then((session) =>
            session.send(baseMessage, options),
          ),
        );
        const [{ request: first } = last] = base.exchanges;
        const { protocol, hostname } = new URL(first.url);
        // What is not encrypted goes through the proxy without a tunnel, so that its answer stands for the vendor's.
        const [answer, request] =
          protocol === "https:"
            ? [{ noAnswer: "PROXY_ANSWERED_502" }, `CONNECT ${hostname}:443`]
            : [{ status: 502 }, `${first.method ?? "POST"} ${first.url}`];
        expect(await failure).toMatchObject({ class: "RETRY", ...answer });
        expect(new Set(proxy.requests)).toEqual(new Set([request]));
      } finally {
        await proxied.close();
        proxy.close();
      }
    });

    test("a secret goes to the vendor's own hosts, or to an address that the credentials name", async () => {
      for (const { message, credentials: own, options: more, exchanges } of Object.values(contract.sends)) {
        vendors.reset();
        vendors.answer = answering(exchanges);
        const credentials = { ...contract.credentials, ...own };
        const session = await open(credentials, tools);
        await session.send({ ...contract.message, ...message }, { ...options, ...more });
        const destinations = destinationsIn(credentials);
        for (const { url, headers, body } of vendors.requests) {
          if (await isVendorHost([{ request: { url }, answer: {} }])) continue;
          const [, basic = ""] = /^Basic (.+)$/.exec(headers.authorization ?? "") ?? [];
          const sent = [
            url,
            JSON.stringify(headers),
            Buffer.from(basic, "base64"),
            readable(body.toString("utf8")),
          ].join();
          if (redact(sent, secretValues(provider.credentials, credentials)) === sent) continue;
          const { host, hostname } = new URL(url);
          expect([url, destinations.some((name) => name === hostname || name.includes(host))]).toEqual([url, true]);
        }
        await session.close();
      }
    });

    test("an address in a private network is refused, unless it is the vendor's own", async () => {
      const { host, hostname } = new URL(last.request.url);
      const given = JSON.stringify([baseCredentials, withoutFiles(baseMessage)]);
      // A port may be a credential of its own.
      const hasPortApart = !given.includes(host) && host !== hostname;
      const guarded = createHttp();
      try {
        for (const address of ["127.0.0.1:9", "10.1.2.3", "[::1]:9", "[::ffff:127.0.0.1]:9", "169.254.169.254"]) {
          const moved = hasPortApart
            ? given.replaceAll(hostname, address.replace(/:9$/, ""))
            : given.replaceAll(host, address);
          // The host is fixed, or made of a part that the vendor gives out: then the provider's file names it.
          if (moved === given) return expect(await isVendorHost(base.exchanges)).toBe(true);
          const [credentials, message] = JSON.parse(moved);
          const session = open(credentials, { http: guarded, allowPrivateHosts: false });
          const failure = await providerError(session.then((opened) => opened.send(message, options)));
          expect(failure).toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining("private network") });
        }
      } finally {
        await guarded.close();
      }
    });
  });

  /** The values of the fields whose change asks for the secrets anew. */
  const destinationsIn = (credentials: Credentials): string[] =>
    provider.catalogueEntry.credentials.flatMap(({ key, destination }) =>
      destination ? [String(credentials[key] ?? "")] : [],
    );

  /** Whether a request to the host of the send is made although nothing may be resolved: only vendors' own hosts are not guarded. */
  async function isVendorHost(exchanges: readonly Exchange[]): Promise<boolean> {
    const named: string[][] = [];
    const noting: HttpClient = {
      ...http,
      withVendorHosts: (hosts) => {
        named.push([...hosts]);
        return http.withVendorHosts(hosts);
      },
    };
    await open(baseCredentials, { http: noting, allowPrivateHosts: false }).catch(() => undefined);
    const patterns = named.flat();
    return exchanges.every(({ request }) => {
      const { hostname } = new URL(request.url);
      return patterns.some((host) => (host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host));
    });
  }
}

/** The error of a send or check, which must be one. */
async function providerError(work: Promise<unknown>): Promise<ProviderError> {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome instanceof ProviderError) return outcome;
  throw new Error(
    `Expected a ProviderError, not ${outcome instanceof Error ? outcome.stack : JSON.stringify(outcome)}`,
  );
}

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]*/, "");

/** JSON cannot carry the content of an attachment. */
function withoutFiles<Message extends object>(message: Message): Message {
  const { attachments: _, ...rest } = message as Message & { attachments?: unknown };
  return rest as Message;
}

/** A body with what a form or base64 encodes in it in clear as well. */
function readable(body: string): string {
  const raw = [...body.matchAll(/[A-Za-z0-9+/=]{80,}/g)].map(([text]) => Buffer.from(text, "base64").toString("utf8"));
  return [body, unquoted(body), ...raw].join("\n");
}

function unquoted(body: string): string {
  try {
    return decodeURIComponent(body.replaceAll("+", " "));
  } catch {
    // No form.
    return "";
  }
}
