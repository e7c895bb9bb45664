import { afterAll, expect, test } from "vitest";
import { createRenderThreads } from "./render-threads.ts";

const pool = createRenderThreads();
afterAll(() => pool.close());

const run = (template: string, contexts: readonly object[], limitMs = 5000) =>
  pool.run("texts", { template, contexts }, limitMs);

test("tasks that wait are run when a thread before them was ended", async () => {
  const hostile = "{% for i in (1..3000) %}{% for j in (1..3000) %}{{ i }}{% endfor %}{% endfor %}";
  const ended = [1, 2, 3].map(() => run(hostile, [{}], 60));
  const waiting = [1, 2, 3].map((a) => run("{{ a }}", [{ a }]));
  expect(await Promise.all(ended)).toEqual(Array(3).fill({ endedAt: 0, limit: "time" }));
  expect(await Promise.all(waiting)).toEqual([1, 2, 3].map((a) => ({ result: [{ value: String(a) }] })));
});

test("a thread that runs out of memory takes nothing else with it", async () => {
  const texts = Array.from({ length: 500_000 }, (_, index) => String(index).padStart(300));
  expect(await run("{{ a.size }}", [{ a: texts }])).toEqual({ endedAt: 0, limit: "memory" });
  expect(await run("{{ a }}", [{ a: 1 }])).toEqual({ result: [{ value: "1" }] });
});

test("a failure that is nobody's fault rejects", async () => {
  await expect(run("{{ a }}", [{ a: () => 1 }])).rejects.toThrow("could not be cloned");
});
