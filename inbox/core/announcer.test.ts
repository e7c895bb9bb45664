import { afterEach, expect, test, vi } from "vitest";
import { aMessage } from "../testing/fake-server.ts";
import { createAnnouncer } from "./announcer.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("the first message is announced at once, the others together and five seconds later", async () => {
  vi.useFakeTimers();
  const announced: string[][] = [];
  const announcer = createAnnouncer((messages) => announced.push(messages.map(({ _id }) => _id)));
  for (const id of ["a", "b", "c"]) announcer.add(aMessage(id));
  expect(announced).toEqual([["a"]]);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(announced).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(announced).toEqual([["a"], ["b", "c"]]);
  await vi.advanceTimersByTimeAsync(10_000);
  announcer.add(aMessage("d"));
  expect(announced).toHaveLength(3);
});
