import fc from "fast-check";
import { expect, test } from "vitest";
import { idOfSlug, resourceSlug } from "./resource-slug.ts";

test("a slug has the name and ends in the id, which is read from it whatever the name is", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string(), (id, name) => {
      const slug = resourceSlug("layout", name, id);
      expect(slug).toMatch(/^[a-z\d-]*_layout_[0-9A-Za-z]{22}$/);
      expect(idOfSlug("layout", slug)).toBe(id);
    }),
  );
});

test.each(["plain", "plain_layout_", "plain_wf_0000000000000000000000", `plain_layout_${"z".repeat(22)}`])(
  "%s is no slug of a layout",
  (text) => {
    expect(idOfSlug("layout", text)).toBeUndefined();
  },
);
