import { expect, test } from "vitest";
import { createByteBudget } from "./byte-budget.ts";

/** Work that ends when it is told to. */
function pieces(limit: number) {
  const budget = createByteBudget(limit);
  const running = new Map<string, () => void>();
  return {
    running,
    begin: (name: string, owner: string, bytes: number) =>
      budget
        .run(owner, bytes, () => new Promise<void>((resolve) => running.set(name, resolve)))
        .then(() => {
          running.delete(name);
        }),
    async end(name: string) {
      running.get(name)?.();
      await settled();
    },
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("work begins in order, as far as there is room for its bytes", async () => {
  const { running, begin, end } = pieces(100);
  for (const [name, bytes] of [
    ["a", 40],
    ["b", 40],
    ["c", 40],
    ["d", 10],
  ] as const)
    void begin(name, name, bytes);
  await settled();
  expect([...running.keys()]).toEqual(["a", "b"]);
  await end("a");
  expect([...running.keys()]).toEqual(["b", "c", "d"]);
});

test("no owner takes more than half, so that a silent one leaves room for others", async () => {
  const { running, begin } = pieces(100);
  for (const name of ["s1", "s2", "s3"]) void begin(name, "silent", 25);
  void begin("other", "other", 25);
  await settled();
  expect([...running.keys()]).toEqual(["s1", "s2", "other"]);
});

test("work that is larger than the budget runs by itself", async () => {
  const { running, begin, end } = pieces(100);
  void begin("small", "a", 10);
  void begin("huge", "b", 1_000);
  void begin("next", "c", 10);
  await settled();
  expect([...running.keys()]).toEqual(["small"]);
  await end("small");
  expect([...running.keys()]).toEqual(["huge"]);
  await end("huge");
  expect([...running.keys()]).toEqual(["next"]);
});

test("work that fails gives its bytes back", async () => {
  const budget = createByteBudget(10);
  await expect(budget.run("a", 10, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(budget.run("a", 10, async () => "yes")).resolves.toBe("yes");
});
