import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeId, encodeId, idIn, idSlug } from "./short-id.ts";
import { isUuid } from "./uuid.ts";

const uuids = fc.uuid({ version: [1, 2, 3, 4, 5] });

test("every id is found again behind any name and prefix, in 22 characters", () => {
  fc.assert(
    fc.property(uuids, fc.string(), fc.constantFrom("wf_", "st_", "env_", "layout_"), (id, name, prefix) => {
      expect(encodeId(id)).toMatch(/^[0-9A-Za-z]{22}$/);
      const slug = idSlug(name, prefix, id);
      expect(slug).toMatch(/^[a-z\d-]*_(wf|st|env|layout)_[0-9A-Za-z]{22}$/);
      expect(idIn(slug)).toBe(id);
      expect(idIn(`${name}_${encodeId(id)}`)).toBe(id);
      expect(idIn(id.toUpperCase())).toBe(id);
    }),
  );
});

test("encoded ids sort as their ids do, and start with zeros for small ones", () => {
  expect(encodeId("00000000-0000-0000-0000-000000000000")).toBe("0".repeat(22));
  fc.assert(
    fc.property(uuids, uuids, (a, b) => {
      const bytes = (one: string) => Buffer.from(encodeId(one), "latin1");
      expect(Math.sign(Buffer.compare(bytes(a), bytes(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});

test("a text is an encoded id only behind an underscore, and when an id comes of it", () => {
  expect(idIn(encodeId("8a2ad01e-3b0a-4c65-9a1f-0a5b0c0d0e0f"))).toBeUndefined();
  expect(idIn(`order_${"z".repeat(22)}`)).toBeUndefined();
  expect(idIn("order-shipped")).toBeUndefined();
  fc.assert(
    fc.property(fc.string(), (text) => {
      const id = idIn(text) ?? decodeId(text);
      if (id !== undefined) expect(isUuid(id)).toBe(true);
    }),
  );
});
