import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signSubscriberToken, signUserToken, verifySubscriberToken, verifyUserToken } from "./tokens.ts";

const secret = "a secret of this test";
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
  const userToken = await signUserToken(userClaims, secret);
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
  const token = await signUserToken(claims as never, secret);
  expect(await verifyUserToken(token, secret)).toBeUndefined();
});
