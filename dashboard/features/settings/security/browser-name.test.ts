import { expect, test } from "vitest";
import { browserName } from "./browser-name.ts";

test("a browser is named by its product and its system", () => {
  const chrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  expect(browserName(chrome)).toBe("Chrome on Linux");
  expect(browserName(`${chrome} Edg/140.0`)).toBe("Edge on Linux");
  expect(browserName("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1")).toBe(
    "Safari on iPhone",
  );
  expect(browserName("Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0")).toBe(
    "Firefox on Windows",
  );
  expect(browserName("curl/8.5.0")).toBe("curl/8.5.0");
  expect(browserName(undefined)).toBe("Unknown browser");
});
