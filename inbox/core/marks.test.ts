import { expect, test } from "vitest";
import { aMessage } from "../testing/fake-server.ts";
import { createPendingMarks, FLAGS_AFTER } from "./marks.ts";

test("of several marks under way the last one decides, and taking it back brings up the one before", () => {
  const marks = createPendingMarks();
  const concerns = () => true;
  const first = { concerns, flags: FLAGS_AFTER.read };
  const last = { concerns, flags: FLAGS_AFTER.unread };
  marks.add(first);
  marks.add(last);
  expect(marks.show(aMessage("a"))).toMatchObject({ seen: true, read: false });
  marks.remove(last);
  expect(marks.show(aMessage("a"))).toMatchObject({ seen: true, read: true });
  marks.remove(first);
  expect(marks.show(aMessage("a"))).toMatchObject({ seen: false, read: false });
});

test("a message that no mark changes stays the same object, so it is not drawn again", () => {
  const marks = createPendingMarks();
  const message = aMessage("a", { seen: true, read: true });
  marks.add({ concerns: () => true, flags: FLAGS_AFTER.read });
  expect(marks.show(message)).toBe(message);
});
