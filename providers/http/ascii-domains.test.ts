import fc from "fast-check";
import { expect, test } from "vitest";
import { asciiMailbox, withAsciiDomains } from "./ascii-domains.ts";

test.each([
  ["info@müller.example", "info@xn--mller-kva.example"],
  ["Ada Müller <ada@BÜCHER.example>", "Ada Müller <ada@xn--bcher-kva.example>"],
  ['"ü@ö" <a@пример.рф>', '"ü@ö" <a@xn--e1afmkfd.xn--p1ai>'],
  ["иван@пример.рф", "иван@xn--e1afmkfd.xn--p1ai"],
  ["ü@example.org", "ü@example.org"],
  ["A@Example.ORG", "A@Example.ORG"],
  ["a@[192.0.2.1]", "a@[192.0.2.1]"],
  ["nobody", "nobody"],
  ["a@ü ü", "a@xn--tda ü"],
])("the domain of %s is written as in %s", (mailbox, ascii) => {
  expect(asciiMailbox(mailbox)).toBe(ascii);
});

test("an address in ASCII stays as it is", () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      expect(asciiMailbox(address)).toBe(address);
    }),
  );
});

test("all addresses of a mail are written so", () => {
  const mail = { id: "1", from: "a@ü.org", to: ["b@ü.org"], cc: ["c@ü.org"], subject: "ü", html: "ü" };
  expect(withAsciiDomains({ ...mail, replyTo: "d@ü.org", replyTos: ["d@ü.org", "e@ü.org"] })).toEqual({
    ...mail,
    from: "a@xn--tda.org",
    to: ["b@xn--tda.org"],
    cc: ["c@xn--tda.org"],
    replyTo: "d@xn--tda.org",
    replyTos: ["d@xn--tda.org", "e@xn--tda.org"],
  });
});
