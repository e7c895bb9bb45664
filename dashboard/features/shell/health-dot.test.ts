import { expect, test } from "vitest";
import type { Health } from "#contract/health.ts";
import { healthText } from "./health-dot.tsx";

const health = (database: "up" | "down", temporal: "up" | "down"): Health => ({
  status: "ok",
  version: "1",
  dependencies: { database: { status: database }, temporal: { status: temporal } },
});

test("the health line names what is down", () => {
  expect(healthText(health("up", "up"))).toBe("All systems up");
  expect(healthText(health("down", "down"))).toBe("Database and Engine down");
  expect(healthText("unreachable")).toBe("Server not reachable");
});
