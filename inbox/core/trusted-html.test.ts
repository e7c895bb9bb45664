import { expect, test, vi } from "vitest";
import { createTrust } from "./trusted-html.ts";

test("a page without trusted types is given the HTML as it is", () => {
  expect(createTrust({})("<b>x</b>")).toBe("<b>x</b>");
});

test("a page that requires trusted types gets its HTML from a policy that is made once", () => {
  const createPolicy = vi.fn((_name: string, { createHTML }: { createHTML(html: string): string }) => ({
    createHTML: (html: string) => `trusted ${createHTML(html)}`,
  }));
  const trust = createTrust({ trustedTypes: { createPolicy } });
  expect([trust("a"), trust("b")]).toEqual(["trusted a", "trusted b"]);
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(["belfry-inbox"]);
});

test("a page that does not allow the policy is asked once, and nothing is parsed", () => {
  const createPolicy = vi.fn(() => {
    throw new TypeError("Policy disallowed");
  });
  const trust = createTrust({ trustedTypes: { createPolicy } });
  expect([trust("a"), trust("b")]).toEqual([undefined, undefined]);
  expect(createPolicy).toHaveBeenCalledTimes(1);
});
