import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { preferenceLinkExpiry, signPreferenceToken } from "#db/preference-token.ts";
import {
  signSubscriberToken,
  signUserToken,
  verifyPreferenceToken,
  verifySubscriberToken,
  verifyUserToken,
} from "./tokens.ts";

const secret = "a secret of this test";
const tomorrow = new Date(Date.now() + 86_400_000);
const claims = { _id: "1", subscriberId: "ada", organizationId: "2", environmentId: "3" };
const userClaims = { _id: "1", firstName: "Ada", email: "ada@example.com", sessionId: "4", roles: [] };
const DAY = 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a subscriber's token is valid for 15 days, however often it was checked before", async () => {
  const token = await signSubscriberToken(claims, secret);
  expect(await verifySubscriberToken(token, secret)).toMatchObject(claims);
  vi.setSystemTime(Date.now() + 15 * DAY - 2_000);
  expect(await verifySubscriberToken(token, secret)).toMatchObject(claims);
  vi.setSystemTime(Date.now() + 2_000);
  expect(await verifySubscriberToken(token, secret)).toBeUndefined();
});

test("a token that was checked is still refused with another secret, and when it is changed", async () => {
  const token = await signSubscriberToken(claims, secret);
  expect(await verifySubscriberToken(token, secret)).toMatchObject(claims);
  expect(await verifySubscriberToken(token, "another secret")).toBeUndefined();
  const [header, , signature] = token.split(".");
  const forged = Buffer.from(JSON.stringify({ ...claims, subscriberId: "bob" })).toString("base64url");
  expect(await verifySubscriberToken(`${header}.${forged}.${signature}`, secret)).toBeUndefined();
});

test("a subscriber's token that was checked is no member's, and the other way round", async () => {
  const subscriberToken = await signSubscriberToken(claims, secret);
  const userToken = await signUserToken(userClaims, secret, tomorrow);
  for (const _ of [1, 2]) {
    expect(await verifySubscriberToken(subscriberToken, secret)).toBeDefined();
    expect(await verifyUserToken(subscriberToken, secret)).toBeUndefined();
    expect(await verifyUserToken(userToken, secret)).toBeDefined();
    expect(await verifySubscriberToken(userToken, secret)).toBeUndefined();
  }
});

test("a member's token names its sign-in, and one that names none is refused", async () => {
  const { sessionId: _, ...claims } = userClaims;
  // As a token of an earlier version was signed.
  const token = await signUserToken(claims as never, secret, tomorrow);
  expect(await verifyUserToken(token, secret)).toBeUndefined();
});

describe("a link to preferences", () => {
  const owner = {
    environmentId: "6f1c1f0a-3f2e-4c07-9f1e-0d7d8a5a4b11",
    subscriberId: "0b0e7a52-97a3-4a4e-8b1c-3ef2a1d6c9f0",
    workflowId: "c2a8f0f4-52f5-4a3c-b2f5-6fd0e2b0a7d1",
  };
  const tokenOf = (given: Parameters<typeof signPreferenceToken>[0] = owner) =>
    signPreferenceToken(given, secret, preferenceLinkExpiry(new Date()));

  test("names environment, subscriber and workflow for 365 days, and says when it has expired", async () => {
    const token = tokenOf();
    vi.setSystemTime(Date.now() + 365 * DAY - 2_000);
    expect(await verifyPreferenceToken(token, secret)).toEqual(owner);
    vi.setSystemTime(Date.now() + 2_000);
    expect(await verifyPreferenceToken(token, secret)).toBe("expired");
  });

  test("names no workflow where none is given", async () => {
    const { workflowId: _, ...person } = owner;
    expect(await verifyPreferenceToken(tokenOf(person), secret)).toEqual(person);
  });

  test("is refused when it is signed by another secret, changed, unsigned, or no token at all", async () => {
    const token = tokenOf();
    const [header = "", body = "", signature = ""] = token.split(".");
    const changed = JSON.parse(Buffer.from(body, "base64url").toString());
    const other = Buffer.from("0b0e7a5297a34a4e8b1c3ef2a1d6c9f1", "hex").toString("base64url");
    const encoded = (claims: object) => Buffer.from(JSON.stringify(claims)).toString("base64url");
    const forged = [
      signPreferenceToken(owner, "another secret", preferenceLinkExpiry(new Date())),
      `${header}.${encoded({ ...changed, sub: other })}.${signature}`,
      `${header}.${encoded({ ...changed, exp: changed.exp + 1 })}.${signature}`,
      `${encoded({ alg: "none" })}.${body}.`,
      `${token}x`,
      token.slice(0, -2),
      "x".repeat(100_000),
      "",
    ];
    for (const text of forged) expect([text, await verifyPreferenceToken(text, secret)]).toEqual([text, "forged"]);
  });

  test("an expired link of another secret is a forged one", async () => {
    const token = signPreferenceToken(owner, "another secret", new Date(Date.now() - DAY));
    expect(await verifyPreferenceToken(token, secret)).toBe("forged");
  });

  test("is no session, and a session is no link", async () => {
    const token = tokenOf();
    expect(await verifySubscriberToken(token, secret)).toBeUndefined();
    expect(await verifyUserToken(token, secret)).toBeUndefined();
    expect(await verifyPreferenceToken(await signSubscriberToken(claims, secret), secret)).toBe("forged");
    expect(await verifyPreferenceToken(await signUserToken(userClaims, secret, tomorrow), secret)).toBe("forged");
  });
});
