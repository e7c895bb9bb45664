// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createClient } from "./app/client.ts";
import { createRead } from "./data/read.ts";
import { fakeServer } from "./testing/fake-server.ts";
import { aTranslationGroup } from "./testing/fixtures.ts";
import { textSearch } from "./text-search.ts";

test("keys are found in all groups, behind the identifier of one, in the default locale", async () => {
  const groups = Array.from({ length: 101 }, (_, at) => ({
    ...aTranslationGroup(["de", "en"]),
    identifier: `group-${at}`,
  }));
  groups.push({ ...aTranslationGroup(["de"]), identifier: "group-0.legal" });
  const { fetch, received } = fakeServer({
    "GET /translations": ({ query }) => {
      const page = Number(query.get("page"));
      return {
        body: { data: groups.slice(page * 100, page * 100 + 100), page, pageSize: 100, totalCount: groups.length },
      };
    },
    "GET /translations/group-0/locales/en": () => ({ body: { data: { hello: "Hello", order: { sent: "Sent" } } } }),
    "GET /translations/group-0.legal/locales/de": () => ({ body: { data: { imprint: "Impressum" } } }),
  });
  const api = createClient({
    contextPath: "",
    token: () => "jwt",
    environmentId: () => "environment",
    onSessionEnded: () => undefined,
    fetch,
  });
  const find = textSearch(new QueryClient(), createRead({ api, environmentId: "environment" }), "en");
  const found = await find("gr");
  expect(found).toHaveLength(102);
  expect(found[0]).toEqual({ key: "group-0.", text: "Shop", isGroup: true });
  expect(await find("group-0.o")).toEqual([
    { key: "group-0.hello", text: "Hello", isGroup: false },
    { key: "group-0.order.sent", text: "Sent", isGroup: false },
  ]);
  // The longest identifier counts, and a group without the default locale shows the one that it has.
  expect(await find("group-0.legal.")).toEqual([{ key: "group-0.legal.imprint", text: "Impressum", isGroup: false }]);
  // The groups are read once for a while.
  expect(received.filter(({ path }) => path === "/translations")).toHaveLength(2);
});
