import { expect, test } from "vitest";
import { z } from "zod";
import { fromAddress, secret, senderName, text } from "./credentials.ts";
import { createHttp } from "./http.ts";
import type { EmailMessage, FromSomebody } from "./messages.ts";
import { emailProvider, NO_REPLY, type SendContext } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

const context: SendContext = {
  http: createHttp(),
  outbox: { deliver: () => Promise.reject(new Error("not used")) },
  allowPrivateHosts: false,
};
const mail: EmailMessage = { id: "m-1", to: ["to@example.com"], subject: "Hi", html: "<p>Hi</p>" };
const stored = { apiKey: 'k3y"/+', from: "shop@example.com", senderName: "Shop" };

function vendor(send: (message: FromSomebody<EmailMessage>) => Promise<{ id: string }>) {
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
  await provider.send(mail, stored, context);
  await provider.send({ ...mail, from: "boss@example.com" }, stored, context);
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
  expect(await provider.send(mail, { user: "u" }, context)).toEqual({ id: NO_REPLY });
});

test("incomplete credentials fail as CREDENTIAL before anything is sent, naming every field", async () => {
  const provider = vendor(() => Promise.reject(new Error("must not be called")));
  await expect(provider.send(mail, { from: "x" }, context)).rejects.toMatchObject({
    class: "CREDENTIAL",
    message:
      'The Vendor integration is not set up: fill in "API Key"; correct "From email address": must be an email address; fill in "Sender name"',
  });
});

test("secrets vanish from message, answer and stack of an error, in any spelling", async () => {
  const provider = vendor(() => {
    const spellings = [
      stored.apiKey,
      encodeURIComponent(stored.apiKey),
      btoa(stored.apiKey),
      JSON.stringify(stored.apiKey),
    ];
    throw new ProviderError("FUNDS", `refused ${spellings.join(" ")}`, {
      response: spellings.join(" "),
      retryAfterSeconds: 3,
    });
  });
  const error = await provider.send(mail, stored, context).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    class: "FUNDS",
    retryAfterSeconds: 3,
    message: 'refused *** *** *** "***"',
    response: '*** *** *** "***"',
  });
  expect(error instanceof Error && error.stack).not.toContain("k3y");
});

test("a fault of the adapter itself is PERMANENT, as the vendor may have taken the message", async () => {
  const provider = vendor(async () => {
    throw new TypeError(`cannot read ${stored.apiKey}`);
  });
  await expect(provider.send(mail, stored, context)).rejects.toMatchObject({
    class: "PERMANENT",
    message: "The provider adapter failed: TypeError: cannot read ***",
  });
});

test("a send given up by its caller ends with the caller's reason", async () => {
  const reason = new Error("run cancelled");
  const provider = vendor(() => Promise.reject(new ProviderError("RETRY", "late")));
  await expect(provider.send(mail, stored, { ...context, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test("the catalogue entry names the vendor's documents with the campaign, before the fragment", () => {
  expect(vendor(async () => ({ id: "1" })).catalogueEntry).toMatchObject({
    id: "vendor",
    displayName: "Vendor",
    channel: "email",
    betaVersion: true,
    docReference: "https://vendor.example/docs?lang=en&utm_campaign=in-app#mail",
    logoFileName: { light: "vendor.svg", dark: "vendor.svg" },
  });
});
