import { expect, test } from "vitest";
import { adjustCounts, createCountsStore } from "./counts-store.ts";

test("an answer that arrives after that of a later request is dropped", async () => {
  const answers: ((counts: { unseen: number; unread: number }) => void)[] = [];
  const counts = createCountsStore(() => new Promise((resolve) => answers.push(resolve)), undefined);
  const [early, late] = [counts.refresh(), counts.refresh()];
  answers[1]?.({ unseen: 2, unread: 2 });
  answers[0]?.({ unseen: 9, unread: 9 });
  await Promise.all([early, late]);
  expect(counts.store.getState()).toEqual({ unseen: 2, unread: 2 });
});

test("pushed counts are over all feeds, so an inbox of some feeds does not take them", () => {
  const fetchCounts = () => Promise.resolve({ unseen: 0, unread: 0 });
  const some = createCountsStore(fetchCounts, "billing");
  some.receive({ unread: 7 });
  expect(some.store.getState().unread).toBe(0);
  const all = createCountsStore(fetchCounts, undefined);
  all.receive({ unread: 7 });
  expect(all.store.getState()).toEqual({ unseen: 0, unread: 7 });
});

test("marks do not change a count at the cap, and no count falls below zero", () => {
  expect(adjustCounts({ unseen: 100, unread: 3 }, { unseen: -1, unread: -1 })).toEqual({ unseen: 100, unread: 2 });
  expect(adjustCounts({ unseen: 0, unread: 0 }, { unseen: -1, unread: -1 })).toEqual({ unseen: 0, unread: 0 });
});
