// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AUDIT_LOG_ID, anAuditLog } from "./testing/audit-logs.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";
import { press } from "./testing/test-write.ts";

// The audit log: what is filtered, what an entry says, and the file.

const handlers = handlersOf("/settings/audit-log");

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("an entry is opened by its address, and shows each field before and after, until it is closed", async () => {
  const { router, received } = renderDashboard(`/settings/audit-log?entry=${AUDIT_LOG_ID}`, { handlers });
  const dialog = await screen.findByRole("dialog", { name: "A layout changed, or became the default" });
  const name = within(dialog).getByRole("region", { name: "name" });
  expect(name.textContent).toMatch(/Removed: .*Bill.*Added: .*Receipt/);
  expect(within(dialog).getByRole("region", { name: "data" }).textContent).toContain("blue");
  expect(within(dialog).getByText("203.0.113.9")).toBeTruthy();
  expect(received.find(({ query }) => query.get("id") === AUDIT_LOG_ID)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test("filters are in the address, and the file has what they leave, in as many parts as it takes", async () => {
  const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  const cursors: (string | null)[] = [];
  const { router, received } = renderDashboard("/settings/audit-log?action=layout.updated", {
    handlers: {
      ...handlers,
      "GET /audit-logs/export": ({ query }) => {
        cursors.push(query.get("cursor"));
        return { body: "time", headers: cursors.length === 1 ? { "belfry-next-cursor": "second" } : {} };
      },
    },
  });
  await screen.findByText("Receipt");
  fireEvent.click(await screen.findByRole("button", { name: "Changed by" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "API keys" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ action: "layout.updated", actor: "key" }));
  expect(received.at(-1)?.query.get("actor")).toBe("key");
  await press("Export as CSV");
  await screen.findByText("Saved as 2 files of up to 10000 entries each");
  expect(cursors).toEqual([null, "second"]);
  expect(made).toHaveBeenCalledTimes(2);
  const last = received.findLast(({ path }) => path === "/audit-logs/export")?.query;
  expect([last?.get("action"), last?.get("actor"), last?.get("limit")]).toEqual(["layout.updated", "key", null]);
});

test("an entry of a key is named by the end of the key, and one that is not kept any more says so", async () => {
  renderDashboard(`/settings/audit-log?entry=${AUDIT_LOG_ID}`, {
    handlers: {
      ...handlers,
      "GET /audit-logs": ({ query }) => ({
        body: {
          data: query.get("id") ? [] : [anAuditLog({ actor: { kind: "key", keyEnd: "ab12", roles: [], name: "Ada" } })],
          next: null,
        },
      }),
    },
  });
  expect(await screen.findByText("This entry is not kept any more.")).toBeTruthy();
  expect(screen.getByText("API key … ab12")).toBeTruthy();
});
