import { afterEach, expect, test, vi } from "vitest";
import { aNotification } from "../testing/fake-server.ts";
import { createAnnouncer } from "./announcer.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("the first message is announced at once, the others together and five seconds later", async () => {
  vi.useFakeTimers();
  const announced: string[][] = [];
  const announcer = createAnnouncer((notifications) => announced.push(notifications.map(({ id }) => id)));
  for (const id of ["a", "b", "c"]) announcer.add(aNotification(id));
  expect(announced).toEqual([["a"]]);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(announced).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(announced).toEqual([["a"], ["b", "c"]]);
  await vi.advanceTimersByTimeAsync(10_000);
  announcer.add(aNotification("d"));
  expect(announced).toHaveLength(3);
});
