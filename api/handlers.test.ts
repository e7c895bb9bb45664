import { expect, test } from "vitest";
import { ROUTES } from "./routes/index.ts";

test("each group of operations is a plugin with its name, which Fastify would otherwise look for among all modules", () => {
  const names = ROUTES.map((routes) => String(Reflect.get(routes, Symbol.for("fastify.display-name"))));
  expect(names).toContain("operations of api-keys");
  expect(names.filter((name) => !/^operations of (?!undefined)[a-z]/.test(name))).toEqual([]);
});
