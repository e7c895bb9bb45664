import { describe, expect, test } from "vitest";
import { isWebAddress, namesUser, webAddressOf } from "./constants/values/web-address.ts";
import { ImageUrl } from "./schemas/people.ts";
import { BridgeUrl } from "./workflows/bridge.ts";

const ADDRESSES = [
  "https://example.org",
  "HTTPS://Example.org/Path?q=a%20b#part",
  "http://localhost:3000/api",
  "https://bücher.example/straße",
  "https://例え.テスト:8443/",
  "https://xn--bcher-kva.example",
  "http://[2001:db8::1]:8080/x",
  "http://192.0.2.1",
  "https://a_b.example.org/",
  "https://example.org/ä?ö=ü",
];
const OTHERS = [
  "",
  "example.org",
  "//example.org",
  "/path",
  "ftp://example.org",
  "javascript:alert(1)",
  "mailto:a@example.org",
  "http:example.org",
  "https:/example.org",
  "https:///example.org",
  "https:\\\\example.org",
  "https://",
  "https://exa mple.org",
  "https://example.org:99999",
  "https://[::1",
  "https://[fe80::1%25eth0]/",
  " https://example.org",
  "https://example.org\n",
  "https://exam\tple.org/",
  "https://example.org/a\r\nb",
  "https://example.org/\0",
  7,
  null,
  undefined,
];

describe("an absolute web address", () => {
  test.each(ADDRESSES)("is %s", (text) => {
    expect(isWebAddress(text)).toBe(true);
    expect(BridgeUrl.safeParse(text).success).toBe(true);
  });

  test.each(OTHERS)("is not %j", (text) => {
    expect(webAddressOf(text)).toBeUndefined();
    expect(isWebAddress(text)).toBe(false);
  });

  test("may have blanks in its path where values are put into it, but not where it is entered", () => {
    expect(webAddressOf("https://example.org/Ada Lovelace")?.pathname).toBe("/Ada%20Lovelace");
    expect(isWebAddress("https://example.org/Ada Lovelace")).toBe(false);
  });

  test("is taken without the blanks that pasting leaves around it", () => {
    expect(BridgeUrl.parse(" https://example.org/a\n")).toBe("https://example.org/a");
    expect(ImageUrl.parse("\thttps://example.org/a.png ")).toBe("https://example.org/a.png");
    expect(BridgeUrl.safeParse("https://exa mple.org").success).toBe(false);
  });

  test("says whether it names a user", () => {
    const names = (text: string) => namesUser(new URL(text));
    expect(names("https://ada:secret@example.org")).toBe(true);
    expect(names("https://:secret@example.org")).toBe(true);
    expect(names("https://example.org/ada@home")).toBe(false);
    expect(BridgeUrl.safeParse("https://:secret@example.org").success).toBe(false);
    expect(ImageUrl.safeParse("https://:secret@example.org/a.png").success).toBe(false);
  });
});
