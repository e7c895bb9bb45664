import { expect, test } from "vitest";
import { z } from "zod";
import { fromAddress, secret, senderName, text } from "./credentials.ts";
import { createHttp } from "./http/http.ts";
import type { EmailMessage, WithSender } from "./messages.ts";
import { type EmailProvider, emailProvider, NO_REPLY } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import type { SendOptions } from "./send-context.ts";

const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
const tools = { http: createHttp(), allowPrivateHosts: false };

async function sendBy(provider: EmailProvider, message: EmailMessage, stored: object, sendOptions = options) {
  return (await provider.open({ ...stored }, tools)).send(message, sendOptions);
}
const mail: EmailMessage = { id: "m-1", to: ["to@example.com"], subject: "Hi", html: "<p>Hi</p>" };
const stored = { apiKey: 'k3y" /+', from: "shop@example.com", senderName: "Shop" };

function vendor(send: (message: WithSender<EmailMessage>) => Promise<{ id: string }>) {
  return emailProvider({
    id: "vendor",
    name: "Vendor",
    docs: "https://vendor.example/docs?lang=en#mail",
    beta: true,
    credentials: z.object({ apiKey: secret("API Key"), from: fromAddress(), senderName: senderName() }),
    send,
  });
}

test("the sender is the integration's, unless the message names another", async () => {
  const seen: unknown[] = [];
  const provider = vendor(async ({ from, senderName }) => {
    seen.push([from, senderName]);
    return { id: "1" };
  });
  await sendBy(provider, mail, stored);
  await sendBy(provider, { ...mail, from: "boss@example.com" }, stored);
  expect(seen).toEqual([
    ["shop@example.com", "Shop"],
    ["boss@example.com", "Shop"],
  ]);
});

test("a provider without a sender among its credentials writes from Belfry's address", async () => {
  const provider = emailProvider({
    id: "plain",
    name: "Plain",
    docs: "https://vendor.example",
    credentials: z.object({ user: text("User") }),
    send: async ({ from }) => ({ id: from }),
  });
  expect(await sendBy(provider, mail, { user: "u" })).toEqual({ id: NO_REPLY });
});

test("incomplete credentials fail as CREDENTIAL before anything is sent, naming every field", async () => {
  const provider = vendor(() => Promise.reject(new Error("must not be called")));
  await expect(sendBy(provider, mail, { from: "x" })).rejects.toMatchObject({
    class: "CREDENTIAL",
    message:
      'The Vendor integration is not set up: fill in "API Key"; correct "From email address": must be an email address; fill in "Sender name"',
  });
});

test("secrets are redacted from message, answer and stack of an error, in any spelling", async () => {
  const provider = vendor(() => {
    const spellings = [
      stored.apiKey,
      encodeURIComponent(stored.apiKey),
      new URLSearchParams({ key: stored.apiKey }).toString(),
      btoa(stored.apiKey),
      JSON.stringify(stored.apiKey),
    ];
    throw new ProviderError("FUNDS", `refused ${spellings.join(" ")}`, {
      response: spellings.join(" "),
      retryAfterSeconds: 3,
    });
  });
  const error = await sendBy(provider, mail, stored).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    class: "FUNDS",
    retryAfterSeconds: 3,
    message: 'refused *** *** key=*** *** "***"',
    response: '*** *** key=*** *** "***"',
  });
  expect(error instanceof Error && error.stack).not.toContain("k3y");
});

test("an answer is cut after its secrets are redacted, so that no part of one is left", async () => {
  const long = "0123456789abcdef".repeat(4);
  const provider = vendor(() =>
    Promise.reject(new ProviderError("PERMANENT", "refused", { response: "-".repeat(1_990) + long + "-".repeat(100) })),
  );
  const error = await sendBy(provider, mail, { ...stored, apiKey: long }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ response: `${"-".repeat(1_990)}***${"-".repeat(7)}` });
});

test("a fault of the adapter itself is PERMANENT, as the vendor may have taken the message", async () => {
  const provider = vendor(async () => {
    throw new TypeError(`cannot read ${stored.apiKey}`);
  });
  await expect(sendBy(provider, mail, stored)).rejects.toMatchObject({
    class: "PERMANENT",
    message: "The provider adapter failed: TypeError: cannot read ***",
  });
});

test("a send given up by its caller ends with the caller's reason", async () => {
  const reason = new Error("run cancelled");
  const provider = vendor(() => Promise.reject(new ProviderError("RETRY", "late")));
  await expect(sendBy(provider, mail, stored, { ...options, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test("the catalogue entry names the vendor's page as its file does", () => {
  expect(vendor(async () => ({ id: "1" })).catalogueEntry).toMatchObject({
    id: "vendor",
    displayName: "Vendor",
    channel: "email",
    betaVersion: true,
    docReference: "https://vendor.example/docs?lang=en#mail",
    logoFileName: { light: "vendor.svg", dark: "vendor.svg" },
  });
});

const stateful = (open: () => { send(): Promise<{ id: string }>; check?(): Promise<void>; close?(): void }) =>
  emailProvider({
    id: "stateful",
    name: "Stateful",
    docs: "https://vendor.example",
    credentials: z.object({ secretKey: secret("Key"), from: fromAddress(), senderName: senderName() }),
    open: (_credentials, _tools) => open(),
  });
const account = { secretKey: "s3cret", from: "a@example.com", senderName: "A" };

test("credentials that a session cannot be opened with are CREDENTIAL, and the secret is not shown", async () => {
  const provider = stateful(() => {
    throw new SyntaxError("s3cret is not a PEM key");
  });
  await expect(provider.open(account, tools)).rejects.toMatchObject({
    class: "CREDENTIAL",
    message: "The Stateful integration cannot be opened: *** is not a PEM key",
  });
});

test("an opening that the adapter itself classified keeps its class", async () => {
  const provider = stateful(() => {
    throw new ProviderError("RETRY", "the token service is away");
  });
  await expect(provider.open(account, tools)).rejects.toMatchObject({ class: "RETRY" });
});

test("a send that ignores its signal still ends with it", async () => {
  const provider = stateful(() => ({ send: () => new Promise(() => {}) }));
  const controller = new AbortController();
  const sending = sendBy(provider, mail, account, { ...options, signal: controller.signal });
  const reason = new Error("given up");
  setTimeout(() => controller.abort(reason), 5);
  await expect(sending).rejects.toBe(reason);
});

test("a check is redacted like a send, and absent where the provider has none", async () => {
  const failing = stateful(() => ({
    send: async () => ({ id: "1" }),
    check: () => Promise.reject(new ProviderError("CREDENTIAL", "s3cret is wrong")),
  }));
  await expect((await failing.open(account, tools)).check()).rejects.toMatchObject({ message: "*** is wrong" });
  const without = stateful(() => ({ send: async () => ({ id: "1" }) }));
  await expect((await without.open(account, tools)).check()).resolves.toBe(false);
});
