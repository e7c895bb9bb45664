import { expect, test } from "vitest";
import { logoOf } from "./logo.ts";

const initialsIn = (svg: string) => />([^<]+)<\/text>/.exec(svg)?.[1];

test.each([
  ["Twilio", "TW"],
  ["SendGrid", "SG"],
  ["SNS", "SN"],
  ["Custom SMTP", "CS"],
  ["sms77", "S7"],
  ["46elks", "4E"],
  ["Africa's Talking", "AT"],
  ["WhatsApp Business", "WB"],
])("the mark of %s shows %s", (name, initials) => {
  expect(initialsIn(logoOf(name, "light"))).toBe(initials);
});

test("light and dark differ, and a name cannot break out of the image", () => {
  expect(logoOf("Twilio", "light")).not.toBe(logoOf("Twilio", "dark"));
  expect(logoOf('"><script>', "light")).not.toContain("<script>");
});
