// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { EffectivePreferences } from "#contract/preferences.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";

afterEach(cleanup);

test("a cell names the layer that decides, and where and when the person chose", async () => {
  const at = "2020-05-03T12:00:00.000Z";
  const workflow = { _id: "1", identifier: "order-shipped", name: "Order shipped" };
  const preferences: EffectivePreferences = {
    global: { enabled: true, channels: { sms: false }, sources: { sms: { by: "preferences-page", at } } },
    workflows: [
      {
        workflow,
        isCritical: false,
        isOff: false,
        channels: {
          email: { enabled: false, decidedBy: "SUBSCRIBER_WORKFLOW", source: { by: "one-click", at } },
          push: { enabled: false, decidedBy: "SUBSCRIBER_WORKFLOW" },
          chat: { enabled: true, decidedBy: "WORKFLOW_RESOURCE" },
        },
      },
    ],
  };
  renderDashboard("/subscribers/bob/preferences", {
    handlers: {
      ...handlersOf("/subscribers/bob/preferences"),
      "GET /subscribers/bob/effective-preferences": () => ({ body: { data: preferences } }),
    },
  });
  const table = within(await screen.findByRole("table", { name: "Preferences" }));
  table.getByText("By one-click unsubscribe, on 3 May 2020");
  table.getByText("By the person, on the preferences page, on 3 May 2020");
  // The push of before sources were noted says no more than whose choice it is.
  expect(table.getAllByText("Subscriber")).toHaveLength(2);
  expect(table.getAllByText(/ on 3 May 2020$/)).toHaveLength(2);
});
