import { expect, test } from "vitest";
import type { Health } from "#contract/health.ts";
import { healthText, isHealthy } from "./health-text.ts";

const health = (database: "up" | "down", temporal: "up" | "down", sockets: "up" | "down" = "up"): Health => ({
  status: "ok",
  version: "1",
  dependencies: { database: { status: database }, temporal: { status: temporal }, sockets: { status: sockets } },
});

test("the health line names what is down", () => {
  expect(healthText(health("up", "up"))).toBe("All systems up");
  expect(healthText(health("down", "down"))).toBe("Database and Engine down");
  expect(healthText("unreachable")).toBe("Server not reachable");
});

test("sockets that hear nothing are named, although the server can work", () => {
  const deaf = health("up", "up", "down");
  expect([healthText(deaf), isHealthy(deaf)]).toEqual(["Live updates down", false]);
});
