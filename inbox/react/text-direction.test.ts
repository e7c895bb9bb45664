import { expect, test } from "vitest";
import { directionOf } from "./text-direction.ts";

test.each([
  ["Your order has shipped", "ltr"],
  ["طلبك في الطريق", "rtl"],
  ["Firefox على Linux قبل لحظات.", "rtl"],
  ["علّقت ميرا على «Autumn launch»", "rtl"],
  ["Mira commented on “عرض”", "ltr"],
  ["注文1042を発送しました", "ltr"],
  ["1042", "auto"],
  ["", "auto"],
])("%j is written %s", (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
