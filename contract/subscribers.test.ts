import { expect, test } from "vitest";
import { CreateSubscriber } from "./subscribers.ts";

const pathsOf = (fields: object) =>
  CreateSubscriber.safeParse({ subscriberId: "ann", ...fields }).error?.issues.map(({ path }) => path.join("."));

const domain = `${"b".repeat(59)}.`.repeat(6);
/** An address of that many characters. */
const email = (length: number) => `${`ann@${domain}`.slice(0, length - 4)}.com`;

test("a subscriber whose texts are as long as they may be is taken", () => {
  const longest = {
    subscriberId: ` ${"a".repeat(255)} `,
    firstName: "é".repeat(255),
    lastName: "x".repeat(255),
    email: email(320),
    phone: "1".repeat(64),
    avatar: `data:image/png;base64,${"A".repeat(65_514)}`,
    locale: "zh-Hant-TW",
  };
  expect(pathsOf(longest)).toBeUndefined();
});

test("blanks around an address, a locale and a time zone are left out, and an empty text erases each of them", () => {
  const given = { email: " info@müller.example\n", locale: " pt-BR", timezone: "US/Pacific\t" };
  const parsed = CreateSubscriber.parse({ subscriberId: "ann", ...given });
  expect(parsed).toMatchObject({ email: "info@müller.example", locale: "pt-BR", timezone: "US/Pacific" });
  expect(pathsOf({ email: "", locale: "", timezone: "" })).toBeUndefined();
  expect(pathsOf({ email: " ", locale: " ", timezone: " " })).toEqual(["email", "locale", "timezone"]);
});

test.each([
  ["subscriberId", "a".repeat(256)],
  ["firstName", "x".repeat(256)],
  ["lastName", "x".repeat(256)],
  ["email", email(321)],
  ["phone", "1".repeat(65)],
  ["avatar", "x".repeat(65_537)],
  ["locale", `en${"-abcdefgh".repeat(7)}`],
])("%s may not be longer", (field, text) => {
  expect(pathsOf({ [field]: text })).toEqual([field]);
});
