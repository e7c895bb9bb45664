import { expect, test } from "vitest";
import { aMessage } from "../testing/fake-server.ts";
import { createPendingMarks, MARK_FLAGS } from "./marks.ts";

test("of several pending marks the last one decides, and without it the one before", () => {
  const marks = createPendingMarks();
  const matches = () => true;
  const first = { matches, flags: MARK_FLAGS.read };
  const last = { matches, flags: MARK_FLAGS.unread };
  marks.add(first);
  marks.add(last);
  expect(marks.apply(aMessage("a"))).toMatchObject({ seen: true, read: false });
  marks.remove(last);
  expect(marks.apply(aMessage("a"))).toMatchObject({ seen: true, read: true });
  marks.remove(first);
  expect(marks.apply(aMessage("a"))).toMatchObject({ seen: false, read: false });
});

test("a message that no mark changes stays the same object, so that it is not rendered again", () => {
  const marks = createPendingMarks();
  const message = aMessage("a", { seen: true, read: true });
  marks.add({ matches: () => true, flags: MARK_FLAGS.read });
  expect(marks.apply(message)).toBe(message);
});
