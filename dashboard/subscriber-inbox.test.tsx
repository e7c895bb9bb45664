// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aNotification } from "./testing/people.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";

// The inbox of a subscriber as that one sees it, on the screen of a member, who changes nothing by looking.

afterEach(cleanup);

const data = [
  aNotification(),
  aNotification({
    id: "2",
    subject: "Later",
    body: "Bold text",
    bodyHtml: "<b>Bold</b> text<script>alert(1)</script>",
    isRead: true,
  }),
];

/** The inbox stands in a root of its own, as on customers' pages. */
async function inboxOf(): Promise<ShadowRoot> {
  return waitFor(() => {
    const roots = [...document.querySelectorAll("main *")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const found = roots.find((root) => root.querySelector("li"));
    if (!found) throw new Error("The inbox is not there yet");
    return found;
  });
}

test("messages are shown with their texts, marks and buttons, and nothing is marked or changed", async () => {
  const { received } = renderDashboard("/subscribers/bob/inbox", {
    handlers: {
      ...handlersOf("/subscribers/bob/inbox"),
      "GET /v2/subscribers/bob/notifications": () => ({ body: { data, hasMore: false, filter: {} } }),
      "GET /v2/subscribers/bob/notifications/count": () => ({
        body: { data: [2, 1, 99, 0].map((count) => ({ count, filter: {} })) },
      }),
    },
  });
  const inbox = await inboxOf();
  const items = [...inbox.querySelectorAll<HTMLElement>("li")];
  expect(items.map(({ dataset }) => dataset.unread)).toEqual(["true", "false"]);
  expect(items[0]?.textContent).toContain("It arrives tomorrow.");
  expect(inbox.querySelector("strong")?.textContent).toBe("Bold");
  expect(inbox.querySelector("script")).toBeNull();
  const link = inbox.querySelector<HTMLAnchorElement>("a[href='https://example.com/track']");
  expect(link?.textContent).toContain("Track it");
  for (const button of inbox.querySelectorAll<HTMLElement>("button, a")) button.click();
  await screen.findByRole("radio", { name: "Unread 1" });
  expect(screen.getByRole("radio", { name: "Archived 99+" })).toBeTruthy();
  expect(received.filter(({ method }) => method !== "GET")).toEqual([]);
});
