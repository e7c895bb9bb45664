import { expect, test } from "vitest";
import { isGsm7 } from "./gsm7.ts";

test.each(["", "Hi, Ada! 50% @ 3€ [x]{y}~\\|^", "äöüß ÅÆØ Γ ñ à ¿¡\r\n"])("%j is of the GSM alphabet", (text) => {
  expect(isGsm7(text)).toBe(true);
});

test.each(["Привет", "ç", "á", "`", "😀", "“quoted”", "\t"])("%j needs Unicode", (text) => {
  expect(isGsm7(text)).toBe(false);
});
