import { expect, test } from "vitest";
import type { Health } from "#contract/health.ts";
import { healthWords } from "./health-dot.tsx";

const health = (database: "up" | "down", temporal: "up" | "down"): Health => ({
  status: "ok",
  version: "1",
  dependencies: { database: { status: database }, temporal: { status: temporal } },
});

test("the health line names what is down", () => {
  expect(healthWords(health("up", "up"))).toBe("All systems up");
  expect(healthWords(health("down", "down"))).toBe("Database and Engine down");
  expect(healthWords("unreachable")).toBe("Server out of reach");
});
