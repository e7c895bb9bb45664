import { expect, test } from "vitest";
import { documentedClass, refusalInWords, sentenceOf } from "./refusals.ts";

const vendor = {
  name: "Vendor",
  refusals: {
    21610: "The recipient has opted out",
    no_funds: { text: "The account has no credit left", class: "FUNDS" },
  },
} as const;

const refusalSentence = (...refused: Parameters<typeof refusalInWords>) => refusalInWords(...refused).message;

test("a code that the vendor documents has its sentence, with the vendor's own words", () => {
  const answer = {
    status: 400,
    text: '{"code":21610,"message":"Attempt to send to unsubscribed recipient","status":400}',
  };
  expect(refusalSentence(vendor, answer, "PERMANENT")).toBe(
    "The recipient has opted out (Vendor 21610: Attempt to send to unsubscribed recipient)",
  );
  expect(refusalSentence(vendor, { status: 400, text: "no_funds" }, "FUNDS")).toBe(
    "The account has no credit left (Vendor no_funds)",
  );
  expect(documentedClass(vendor, { status: 400, text: "no_funds" })).toBe("FUNDS");
  expect(documentedClass(vendor, answer)).toBeUndefined();
  expect(sentenceOf(vendor.refusals, "21610")).toBe("The recipient has opted out (21610)");
  expect(sentenceOf(vendor.refusals, "toString")).toBeUndefined();
});

test.each([
  ['{"error":{"message":"(#1) No","code":131999,"error_data":{"details":"It is so"}}}', "(#1) No: It is so (131999)"],
  [
    '{"errors":[{"code":"40399","title":"Not allowed here","detail":"Ask for it"}]}',
    "Not allowed here: Ask for it (40399)",
  ],
  [
    '{"Messages":[{"Status":"error","Errors":[{"ErrorCode":"mj-0099","ErrorMessage":"No such sender"}]}]}',
    "No such sender (mj-0099)",
  ],
  [
    '{"message":"The given data was invalid.","errors":{"to.0.email":["The to.0.email must be a valid email address."]}}',
    "The given data was invalid: The to.0.email must be a valid email address. (HTTP 422)",
  ],
  ['[{"error":{"code":"X-17","message":"Not one of ours"}}]', "Not one of ours (X-17)"],
  ['{"result":{"errors":[{"inner":{"description":"Deep down it says why"}}]}}', "Deep down it says why (HTTP 422)"],
  ['{"errors":["app_id not found"]}', "app_id not found (HTTP 422)"],
  ["<Error><Code>Other</Code><Message>Not that &amp; this</Message></Error>", "Not that & this (HTTP 422)"],
  ["<html><head><title>422 Unprocessable</title></head></html>", "422 Unprocessable (HTTP 422)"],
  ["error | 399 | The number\r\n is wrong", "error | 399 | The number is wrong"],
  ['"in quotes"', "in quotes (HTTP 422)"],
])("of any other code it says the vendor's words: %s", (text, words) => {
  expect(refusalSentence(vendor, { status: 422, text }, "PERMANENT")).toBe(`Vendor refused the message: ${words}`);
});

test("a code may stand in a header or a sentence, where its vendor says how it is found", () => {
  const refusals = {
    MS42207: { text: "The domain is not verified", class: "CREDENTIAL" },
    Denied: "Not permitted",
  } as const;
  const inSentence = { name: "Vendor", refusals, codeIn: ({ text }: { text: string }) => /#(MS\d+)/.exec(text)?.[1] };
  const answer = { status: 422, text: '{"message":"Verify it. #MS42207"}' };
  expect(documentedClass(inSentence, answer)).toBe("CREDENTIAL");
  expect(refusalSentence(inSentence, answer, "CREDENTIAL")).toBe(
    "The domain is not verified (Vendor MS42207: Verify it. #MS42207)",
  );
  const inHeader = {
    name: "Vendor",
    refusals,
    codeIn: ({ headers }: { headers?: Headers }) => headers?.get("x-code") ?? undefined,
  };
  const headers = new Headers({ "x-code": "Denied" });
  expect(refusalSentence(inHeader, { status: 403, text: "", headers }, "CREDENTIAL")).toBe(
    "Not permitted (Vendor Denied)",
  );
});

test.each(["", "{}", "[]", "null", "12", '{"a":{"b":[]}}'])("an answer without a word gives the status: %j", (text) => {
  expect(refusalSentence({ name: "Vendor" }, { status: 401, text }, "CREDENTIAL")).toBe(
    "Vendor refused the integration: it gave no reason and answered 401",
  );
});

test.each([
  ['{"code":21610,"message":"No"}', "21610"],
  ['{"code":"X-17","message":"Not one of ours"}', "X-17"],
  ['{"message":"No"}', undefined],
  ["", undefined],
])("the vendor's own code is apart from the words, where the answer has one: %s", (text, vendorCode) => {
  expect(refusalInWords(vendor, { status: 422, text }, "PERMANENT").vendorCode).toBe(vendorCode);
});
