import { expect, test } from "vitest";
import { addressOf, type ContextPaths, contextPathRemover } from "./context-paths.ts";

const NONE: ContextPaths = { web: "", api: "", widget: "", websocket: "", inboundMail: "", webhook: "" };

test("the address of a component begins with the origin and its context path", () => {
  const config = { publicUrl: "https://example.com", contextPaths: { ...NONE, api: "/apps/api" } };
  expect(addressOf(config, "api", "/v1/topics")).toBe("https://example.com/apps/api/v1/topics");
  expect(addressOf(config, "api")).toBe("https://example.com/apps/api");
  expect(addressOf(config, "web", "/activity")).toBe("https://example.com/activity");
});

test("without context paths there is nothing to remove", () => {
  expect(contextPathRemover(NONE)).toBeNull();
});

const remove = contextPathRemover({
  ...NONE,
  web: "/apps",
  api: "/apps/api",
  websocket: "/ws.1",
  webhook: "/apps/api",
});

test.each([
  ["/apps/api/v1/topics", "/v1/topics"],
  ["/apps/api/v1/topics?path=/apps/api/x", "/v1/topics?path=/apps/api/x"],
  ["/apps/api", "/"],
  ["/apps/api/", "/"],
  ["/apps/api?x=1", "/?x=1"],
  ["/apps/api//v1/topics", "//v1/topics"],
  ["/apps/api/%2e%2e/v1", "/%2e%2e/v1"],
  ["/apps/v1/topics", "/v1/topics"],
  ["/apps/apix/v1", "/apix/v1"],
  ["/apps/api%2Fv1", "/api%2Fv1"],
  ["/ws.1/socket.io/?EIO=4", "/socket.io/?EIO=4"],
  ["http://example.com/apps/api/v1/topics", "/v1/topics"],
  ["https://example.com/apps?x=1", "/?x=1"],
])("%s is %s to the routes", (target, path) => expect(remove?.(target)).toBe(path));

test.each([
  "/",
  "*",
  "",
  "/v1/topics",
  "/activity/runs",
  "/appsx/v1",
  "/apps%2Fapi/v1",
  "/%61pps/v1",
  "/APPS/v1",
  "//apps/api/v1",
  "/x/apps/api",
  "/?/apps/api",
  "/ws/1/socket.io",
  "/wsx1/socket.io",
  "http://example.com/v1/topics",
  "http://apps/api",
  "/apps#api",
])("%s has no context path", (target) => expect(remove?.(target)).toBe(target));

test("one context path is removed, not two", () => {
  expect(remove?.("/apps/api/apps/api/v1")).toBe("/apps/api/v1");
  expect(remove?.("/apps/apps/v1")).toBe("/apps/v1");
});
