import fc from "fast-check";
import { expect, test } from "vitest";
import { IDENTIFIER_MAX } from "#contract/constants/limits.ts";
import { slugify, withShortSuffix } from "./slug.ts";

test.each([
  ["IN_APP_STEP", "in-app-step"],
  ["In-App Test Step", "in-app-test-step"],
  ["αβγ", "avg"],
  ["Test Workflow NameXYZ", "test-workflow-name-xyz"],
  ["camelCase", "camel-case"],
  ["XMLParser", "xml-parser"],
  ["All URLs", "all-urls"],
  ["don't", "dont"],
  ["Ann's order", "anns-order"],
  ["Bed & Breakfast", "bed-and-breakfast"],
  ["R&D", "r-and-d"],
  ["  --Déjà   vu!! ", "deja-vu"],
  ["Größe über Straße", "groesse-ueber-strasse"],
  ["Łódź Ørsted", "lodz-orsted"],
  ["Ελλάδα", "ellada"],
  ["Привет мир", "privet-mir"],
  ["Щука и подъезд", "shchuka-i-podezd"],
  ["Македонија", "makedonija"],
  ["საქართველო", "sakartvelo"],
  ["שלום", "shlvm"],
  ["Þór Ærø", "thor-aero"],
  ["Ⅷ ｎｅｗｓ", "viii-news"],
  ["10€", "10"],
  ["Size S", "size-s"],
  ["İstanbul", "istanbul"],
  ["e\u0301te\u0301", "ete"],
  ["ﬁne №5", "fine-no5"],
  ["v2 digest 10:30", "v2-digest-10-30"],
  ["日本語 News", "ri-ben-yu-news"],
  ["订单发货", "ding-dan-fa-huo"],
  ["ニュース", "niyusu"],
  ["주문 배송", "ju-mun-bae-song"],
  ["ऑर्डर भेजा", "ordr-bheja"],
  ["คำสั่งซื้อ", "khamsangsueo"],
  ["অর্ডার", "ardar"],
  ["ትዕዛዝ", "tzaz"],
  ["تم شحن", "tm-shhn"],
  ["Պատվեր", "patvyer"],
  ["Đơn hàng", "don-hang"],
  ["🎉", "tada"],
  ["🚀🎉", "rocket-tada"],
  ["Party 🎉", "party"],
  ["!?", ""],
])("%s becomes %j", (name, slug) => {
  expect(slugify(name)).toBe(slug);
});

test("a slug holds lowercase Latin letters, digits and single hyphens inside, whatever the name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      expect(slugify(name)).toMatch(/^(?:[a-z\d]+(?:-[a-z\d]+)*)?$/);
    }),
  );
});

test("a taken slug gets six letters of something random", () => {
  expect(withShortSuffix("order-paid", "9F1b-8c2d-77")).toBe("order-paid-9f1b8c");
});

test("a name without any Latin spelling is known by its random part alone", () => {
  expect(withShortSuffix(slugify("!?"), "9f1b8c2d")).toBe("9f1b8c");
});

test("a slug is an identifier, with a suffix as well, however long the name is spelled", () => {
  const slug = slugify("Щ".repeat(255));
  expect(slug.length).toBeGreaterThan(200);
  expect(withShortSuffix(slug, "6f1c1f0a").length).toBeLessThanOrEqual(IDENTIFIER_MAX);
  expect(slugify(`${"a".repeat(247)} b c`)).toBe("a".repeat(247));
});
