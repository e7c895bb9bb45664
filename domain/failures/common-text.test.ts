import { expect, test } from "vitest";
import { commonText } from "./common-text.ts";

test.each([
  // Addresses.
  ["Braze has no user with the address ada@example.com", "Braze has no user with the address …"],
  ["The vendor refused <ada.lovelace+news@mail.example.com>: mailbox full", "The vendor refused <…>: mailbox full"],
  ["to=ada@example.com is suppressed", "… is suppressed"],
  ["The number +491700000000 is not in service", "The number … is not in service"],
  ["The number +1 415 555 0100 is not in service", "The number … is not in service"],
  ["The number (415) 555-0100 is not in service", "The number (…) … is not in service"],
  ["messages from [192.0.2.17] weren't sent", "messages from […] weren't sent"],
  // Reply codes say why, and stay.
  ["550 5.7.1 Relaying denied", "550 5.7.1 Relaying denied"],
  [
    "550-5.7.26 Unauthenticated email from example.com is not",
    "550-5.7.26 Unauthenticated email from example.com is not",
  ],
  ["Vendor answered 503", "Vendor answered 503"],
  [
    "POST api.vendor.example gave no answer: PROXY_ANSWERED_407",
    "POST api.vendor.example gave no answer: PROXY_ANSWERED_407",
  ],
  ["POST api.vendor.example gave no answer: ECONNREFUSED", "POST api.vendor.example gave no answer: ECONNREFUSED"],
  // Ids and long numbers.
  ["No message 65f1a2b3c4d5e6f708192a3b exists", "No message … exists"],
  ["No message 8c5f2b1e-0a3d-4c6f-9b7e-112233445566 exists", "No message … exists"],
  ["Message msg_8fhD2kLq was not found", "Message … was not found"],
  ["Token deadbeefdeadbeef is unregistered", "Token … is unregistered"],
  ["Account AC1234567890 is suspended", "Account … is suspended"],
  ["Your account reached its API daily quota limit. #MS42901", "Your account reached its API daily quota limit. #…"],
  ["Only 999 of 1000 messages are allowed", "Only 999 of … messages are allowed"],
  // Quoted values.
  ['The template "Welcome, Ada" is unknown', "The template … is unknown"],
  ["'from' is not a valid email address", "… is not a valid email address"],
  ["The subscriber's device isn't known", "The subscriber's device isn't known"],
  ["The key `order-1` and “order 2” are «twice»", "The key … and … are …"],
  [
    String.raw`payload name is "a \"quoted\" name", and equal "x" is expected`,
    "payload name is … , and equal … is expected",
  ],
  ['The answer was "cut in the mid', "The answer was …"],
  // URLs.
  ["GET https://api.example.com/v1/users/ada?key=1 failed", "GET https://api.example.com/… failed"],
  ["GET https://user:secret@api.example.com failed", "GET https://api.example.com failed"],
  // Moments and durations.
  ["Expired at 2026-11-30T09:10:00Z.", "Expired at …."],
  ["Expired at 2026-11-30 09:10:00", "Expired at …"],
  ["Expired on Mon, 30 Nov 2026 09:10:00 GMT", "Expired on …, … GMT"],
  ["Try again in 12 seconds", "Try again in … seconds"],
  ["The request took 350ms", "The request took …"],
  // Other languages stay.
  ["Der Empfänger hat keine Adresse", "Der Empfänger hat keine Adresse"],
  ["", ""],
])("%s becomes %s", (text, common) => {
  expect(commonText(text)).toBe(common);
});

test("what was left out once is not read again", () => {
  const once = commonText(
    'Mailbox "ada" of ada@example.com at https://mx.example.com/7 is full since 2026-11-30T09:10:00Z',
  );
  expect(commonText(once)).toBe(once);
});

test("a long text is cut between characters", () => {
  const text = commonText("😀".repeat(2_000));
  expect(text).toBe("😀".repeat(300));
});

test("a hostile text takes no time", () => {
  for (const part of ["'", '"', '\\"', "1 ", "+", "a@", "://", "-_", "2026-01-01 "]) {
    const begun = performance.now();
    commonText(part.repeat(100_000));
    expect(performance.now() - begun).toBeLessThan(2_000);
  }
});
