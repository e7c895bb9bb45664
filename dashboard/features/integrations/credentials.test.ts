import { expect, test } from "vitest";
import { secretSetting } from "./credentials.ts";

const at = "2026-05-03T12:00:00.000Z";

test.each([
  [{ at, by: "member", name: "Ada" }, "Set on 3 May 2026 by Ada"],
  [{ at, by: "key", name: null }, "Set on 3 May 2026 by an API key"],
  [{ at, by: "former_member", name: null }, "Set on 3 May 2026 by a former member"],
  [undefined, undefined],
] as const)("a secret says when it was set, and by whom: %o", (setting, text) => {
  expect(secretSetting(setting)).toBe(text);
});
