import { expectTypeOf, test } from "vitest";
import type { HotPool, HotTransaction, RarePool, RareTransaction, Tagged } from "./pools.ts";

test("a connection of one pool is none of the other, and parts of statements take both", () => {
  expectTypeOf<HotPool>().toExtend<HotTransaction>();
  expectTypeOf<RarePool>().toExtend<RareTransaction>();
  expectTypeOf<HotPool>().not.toExtend<RareTransaction>();
  expectTypeOf<RarePool>().not.toExtend<HotTransaction>();
  expectTypeOf<HotPool | RareTransaction>().toExtend<Tagged>();
});
