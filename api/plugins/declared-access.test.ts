import cors from "@fastify/cors";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { KEY, PUBLIC } from "#contract/schemas/access.ts";
import { declaredAccess } from "./declared-access.ts";

async function guardedApp() {
  const app = Fastify();
  await app.register(declaredAccess);
  return app;
}

test("a route that declares no access is refused by its method and path", async () => {
  const app = await guardedApp();
  expect(() => app.get("/v1/forgotten", async () => "secret")).toThrow(
    "Route GET /v1/forgotten declares no access: add it to the route's config",
  );
  expect(() => app.options("/v1/forgotten", async () => "secret")).toThrow("Route OPTIONS /v1/forgotten");
});

test("an application with such a route does not start", async () => {
  const app = await guardedApp();
  app.register(async (child) => {
    child.route({ method: ["PUT", "PATCH"], url: "/nested", handler: async () => "secret" });
  });
  await expect(app.ready()).rejects.toThrow("Route PUT, PATCH /nested declares no access");
});

test("an empty list of callers is no declaration", async () => {
  const app = await guardedApp();
  const config = { access: [] as unknown as readonly [typeof KEY] };
  expect(() => app.get("/nobody", { config }, async () => "")).toThrow("declares no access");
});

test("HEAD has the access of its GET, and preflight requests are public", async () => {
  const app = await guardedApp();
  await app.register(cors);
  app.get("/v1/things", { config: { access: [KEY] } }, async () => "");
  expect(app.declaredRoutes).toEqual([
    { method: "OPTIONS", url: "*", access: [PUBLIC] },
    { method: "GET", url: "/v1/things", access: [KEY] },
    { method: "HEAD", url: "/v1/things", access: [KEY] },
  ]);
});

test("a plugin of somebody else has the access of the instance that it is registered on, and nobody beside it", async () => {
  const app = await guardedApp();
  await app.register(async (docs) => {
    docs.pluginAccess = [PUBLIC];
    await docs.register(async (plugin) => {
      plugin.get("/docs", async () => "");
    });
  });
  expect(app.declaredRoutes).toContainEqual({ method: "GET", url: "/docs", access: [PUBLIC] });
  expect(() => app.get("/beside", async () => "")).toThrow("declares no access");
});
