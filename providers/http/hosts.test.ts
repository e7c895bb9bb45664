import type { LookupFunction } from "node:net";
import { expect, test } from "vitest";
import { assertNotKnownPrivate, assertPublicLiteral, publicLookup } from "./hosts.ts";

const publicAddress = { address: "1.1.1.1", family: 4 };
const privateAddress = { address: "10.0.0.1", family: 4 };

/** Answers look-ups with these addresses, one list after the other. */
function answering(...answers: { address: string; family: number }[][]): LookupFunction {
  return (_host, _options, callback) => callback(null, answers.shift() ?? []);
}

const look = (lookup: LookupFunction, host: string, all: boolean) =>
  new Promise((resolve) => lookup(host, { all }, (error, found) => resolve(error ?? found)));

const refused = expect.objectContaining({ class: "CREDENTIAL", message: expect.stringContaining("private network") });

test.each(["localhost", "2130706433", "0x7f.1", "127.1"])("%s does not resolve for a socket", async (host) => {
  expect(await look(publicLookup(), host, true)).toEqual(refused);
});

test("a socket gets the very addresses that were checked", async () => {
  const lookup = publicLookup(answering([publicAddress], [publicAddress]));
  expect(await look(lookup, "a.example", true)).toEqual([publicAddress]);
  expect(await look(lookup, "a.example", false)).toEqual("1.1.1.1");
});

test("one private address among public ones is enough to refuse, as is none at all", async () => {
  const lookup = publicLookup(answering([publicAddress, privateAddress], []));
  expect(await look(lookup, "a.example", true)).toEqual(refused);
  expect(await look(lookup, "a.example", true)).toEqual(refused);
});

test.each(["127.0.0.1", "::1", "::ffff:10.0.0.1"])("the literal %s is refused", (host) => {
  expect(() => assertPublicLiteral(host)).toThrow(refused);
});

const unknown: LookupFunction = (_host, _options, callback) => callback(new Error("ENOTFOUND"), []);

test("what is known here to be private is refused; a name that only a proxy can resolve is not", async () => {
  await expect(assertNotKnownPrivate("10.1.2.3")).rejects.toEqual(refused);
  await expect(assertNotKnownPrivate("a.example", answering([privateAddress]))).rejects.toEqual(refused);
  await assertNotKnownPrivate("a.example", answering([publicAddress]));
  await assertNotKnownPrivate("a.example", unknown);
});

test.each([
  "metadata.google.internal",
  "metadata.google.internal.",
  "Printer.LOCAL",
  "nas",
  "router.home.arpa",
  "home.arpa",
  "a.localhost",
])("the name %s is refused behind a proxy, which may know it", (host) =>
  expect(assertNotKnownPrivate(host, unknown)).rejects.toEqual(refused),
);
