import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import { withUsedOperations } from "./used-operations.ts";

const client = readFileSync(join(projectRoot, "client/resources.gen.ts"), "utf8");
/** The methods that the text of the client has, by their calls. */
const routesIn = (text: string): string[] =>
  Array.from(text.matchAll(/"(GET|POST|PUT|PATCH|DELETE)", `([^`]*)`/g), ([, method, path]) => `${method} ${path}`);

test("methods that are named stay, however they are named, and others go", () => {
  const source =
    'read("apiKeys.list"); api.topics.create(body); const { tenants } = api; tenants.delete(id); api.v2.layouts.list()';
  const text = withUsedOperations(client, source);
  const routes = routesIn(text);
  expect(routes).toEqual(expect.arrayContaining(["GET /v1/api-keys", "POST /v1/topics", "GET /v2/layouts"]));
  expect(routes).not.toContain("POST /v1/api-keys");
  expect(text).toMatch(/delete\(identifier/);
  expect(routes.length).toBeLessThan(routesIn(client).length / 5);
});

test("what is left is the same class for class, and events keep everything", () => {
  const classes = (text: string) => text.match(/^export class \w+/gm);
  const text = withUsedOperations(client, "");
  expect(classes(text)).toEqual(classes(client));
  expect(text).toContain("/v1/events/trigger");
  expect(text.match(/^}$/gm)?.length).toBe(client.match(/^}$/gm)?.length);
});
