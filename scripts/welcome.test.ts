import { expect, test } from "vitest";
import { loadConfig } from "#config.ts";
import { addresses } from "./welcome.ts";

test("the addresses that a start names have the context paths of what is there", () => {
  const config = loadConfig({
    BELFRY_MODE: "development",
    BELFRY_SECRET: "s".repeat(32),
    BELFRY_ENCRYPTION_KEY: "ab".repeat(32),
    BELFRY_PUBLIC_URL: "https://example.com",
    BELFRY_GLOBAL_CONTEXT_PATH: "apps",
    BELFRY_API_CONTEXT_PATH: "api",
    BELFRY_WIDGET_CONTEXT_PATH: "bell",
  });
  expect(addresses(config, { applicationIdentifier: "app", subscriberId: "ada" })).toEqual({
    apiUrl: "https://example.com/apps/api",
    dashboardUrl: "https://example.com/apps/",
    inboxDemoUrl: "https://example.com/apps/bell/inbox/?applicationIdentifier=app&subscriberId=ada",
  });
});
