import fc from "fast-check";
import { expect, test } from "vitest";
import { isEmailAddress } from "./constants/values/email-address.ts";

test.each([
  "a@b.co",
  "ann.lee+news@mail.example.com",
  "o'neil@example.ie",
  "x_y-z@sub-domain.example.museum",
  "jörg@müller.de",
  "info@müller.example",
  "user@xn--e1aybc.xn--p1ai",
  "r&d@example.org",
  "name/surname@example.org",
  "x=y@example.org",
  "{a|b}~`!#$%^*?@example.org",
  "почта@пример.рф",
  "用户@例子.公司",
  "मेल@उदाहरण.भारत",
  "🎉@example.org",
  '"Ann Lee"@example.org',
  '"a\\"b,c"@example.org',
  "ann@[192.0.2.1]",
  "ann@[IPv6:2001:db8::1]",
  `${"a".repeat(308)}@example.org`,
])("%s is an address", (email) => {
  expect(isEmailAddress(email)).toBe(true);
});

test.each([
  "",
  "ann",
  "ann@",
  "@example.com",
  "ann@example",
  "a b@example.com",
  "ann@exa mple.com",
  "ann@@example.com",
  "ann@example..com",
  "ann@example.com.",
  ".ann@example.com",
  "ann.@example.com",
  "a..b@example.com",
  "ann@-example.com",
  "ann@example-.com",
  "ann@[192.0.2.256]",
  "ann@[IPv6:1::2::3]",
  '"ann@example.com',
  '"a"b"@example.com',
  '"a\r\nbcc: b"@example.com',
  "a\u00a0b@example.com",
  "a\ud800@example.com",
  "a\0@example.com",
  "Ann <ann@example.com>",
  "ann@example.com,bob@example.com",
  "ann@example.com\nbcc: bob@example.com",
  `${"a".repeat(316)}@b.co`,
  `${"ж".repeat(158)}@b.co`,
  7,
  null,
])("%j is no address", (email) => {
  expect(isEmailAddress(email)).toBe(false);
});

const atom = fc.string({
  unit: fc.constantFrom(..."abzAZ09!#$%&'*+-/=?^_`{|}~éжと🎉"),
  minLength: 1,
  maxLength: 12,
});
const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/);
const dotted = (part: fc.Arbitrary<string>, minLength: number) =>
  fc.array(part, { minLength, maxLength: 3 }).map((parts) => parts.join("."));

test("every name of atoms at every domain of labels is an address, and none with a blank or a bracket", () => {
  fc.assert(
    fc.property(
      dotted(atom, 1),
      dotted(label, 1),
      fc.constantFrom("org", "xn--p1ai", "рф"),
      fc.constantFrom(...' \t\n<>(),;:\\"@'),
      (name, domain, top, other) => {
        expect(isEmailAddress(`${name}@${domain}.${top}`)).toBe(true);
        expect(isEmailAddress(`${name}${other}@${domain}.${top}`)).toBe(false);
      },
    ),
  );
});

test("a long text is judged at once", () => {
  const started = performance.now();
  for (const text of ["a-".repeat(120), "a.".repeat(120), `"${"\\a".repeat(120)}`])
    expect(isEmailAddress(`x@${text}!`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(500);
});
