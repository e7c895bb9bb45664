import { expect, test } from "vitest";
import { brandingOfTenant } from "#contract/constants/values/tenant-branding.ts";
import { brandingFor } from "./branding.ts";

const OWN = { logo: "https://example.com/own.png", color: "#111111", fontFamily: "Inter" };

test("a tenant's valid fields take the place of the organisation's, each by itself", () => {
  const data = { branding: { color: "#0a7cff", fontColor: "#fff" }, plan: "gold" };
  expect(brandingFor(OWN, { name: "Acme", data })).toEqual({ ...OWN, color: "#0a7cff", fontColor: "#fff" });
  expect(brandingFor(null, { data })).toEqual({ logo: "", color: "#0a7cff", fontColor: "#fff" });
  expect(brandingFor(OWN, undefined)).toEqual(OWN);
  expect(brandingFor(undefined, null)).toEqual({ logo: "", color: "#f47373" });
});

test.each<[given: unknown, ignored: string[]]>([
  [{ color: "red" }, ["color"]],
  [{ color: "#12345" }, ["color"]],
  [{ color: '#123456"><script>' }, ["color"]],
  [{ color: 7, fontColor: {}, contentBackground: [] }, ["color", "fontColor", "contentBackground"]],
  [{ logo: "http://example.com/l.png" }, ["logo"]],
  [{ logo: "javascript:alert(1)" }, ["logo"]],
  [{ logo: "https://user:pass@example.com/l.png" }, ["logo"]],
  [{ logo: `https://example.com/${"a".repeat(2_048)}` }, ["logo"]],
  [{ fontFamily: "x; } body { display: none" }, ["fontFamily"]],
  [{ fontFamily: "a".repeat(256) }, ["fontFamily"]],
  [{ color: "", logo: null, direction: "rtl", other: 1 }, []],
  ["#123456", []],
  [["#123456"], []],
  [null, []],
])("%j is not rendered", (branding, ignored) => {
  const data = { branding };
  expect(brandingFor(OWN, { data })).toEqual(OWN);
  expect(brandingOfTenant(data).invalid.map(({ field }) => field)).toEqual(ignored);
});

test("a logo cannot end the attribute that it stands in, and may be of a Belfry on this machine", () => {
  const logoOf = (logo: string) => brandingFor(OWN, { data: { branding: { logo } } }).logo;
  expect(logoOf('https://example.com/a"onerror="b.png')).toBe("https://example.com/a%22onerror=%22b.png");
  expect(logoOf("http://127.0.0.1:3000/v1/logos/1.png")).toBe("http://127.0.0.1:3000/v1/logos/1.png");
  expect(logoOf("http://127.0.0.1.example.com/1.png")).toBe(OWN.logo);
});

test("fields of a prototype are nobody's branding", () => {
  expect(brandingOfTenant(Object.create({ branding: { color: "#fff" } }))).toEqual({ values: {}, invalid: [] });
  expect(brandingOfTenant(undefined)).toEqual({ values: {}, invalid: [] });
});
