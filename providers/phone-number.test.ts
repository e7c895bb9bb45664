import fc from "fast-check";
import { expect, test } from "vitest";
import { phoneNumberOf } from "./phone-number.ts";

test.each([
  ["+49 151 1234-5678", "+4915112345678"],
  ["+1 (555) 123-4567", "+15551234567"],
  ["+49 (0)151 12345678", "+4915112345678"],
  ["+49(0)15112345678", "+4915112345678"],
  ["(0151) 123.456/78", "015112345678"],
  ["\u202a+4915112345678\u202c", "+4915112345678"],
  ["+49\u00a0151\u201112345678", "+4915112345678"],
  ["+٤٩١٥١١٢٣٤٥٦٧٨", "+4915112345678"],
  ["＋４９１５１１２３４５６７８", "+4915112345678"],
  ["004915112345678", "004915112345678"],
  ["72345", "72345"],
  ["+1 555 123 4567 ext. 89", "+1 555 123 4567 ext. 89"],
  ["+1-800-FLOWERS", "+1-800-FLOWERS"],
  ["+\u{1d7d2}\u{1d7d7}151", "+49151"],
  ["Ada", "Ada"],
  ["", ""],
])("%s is dialled as %s", (text, number) => {
  expect(phoneNumberOf(text)).toBe(number);
});

test("a number of E.164 stays as it is, whatever stands between its digits", () => {
  const separators = fc.constantFrom("", " ", "-", ".", "\u00a0", "/");
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), separators), { minLength: 3, maxLength: 15 }), (parts) => {
      const number = `+${parts.map(([digit]) => digit).join("")}`;
      expect(phoneNumberOf(number)).toBe(number);
      expect(phoneNumberOf(`+${parts.map(([digit, separator]) => `${digit}${separator}`).join("")}`)).toBe(number);
    }),
  );
});
