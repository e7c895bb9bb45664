import { expect, test, vi } from "vitest";
import { createInbox } from "./inbox.ts";
import { createPreview } from "./preview.ts";

test("what a preview receives arrives in the inbox that it is given to, until that ends", async () => {
  const preview = createPreview({ notifications: [{ body: "First" }] });
  const inbox = createInbox({ applicationIdentifier: "", subscriberId: "", preview });
  const arrived: string[] = [];
  inbox.onNotification(({ body }) => arrived.push(body));
  inbox.start();
  await vi.waitFor(() => expect(inbox.counts.get(inbox.UNREAD)).toBe(1));
  preview.receive({ body: "Second", tags: ["news"] });
  expect(arrived).toEqual(["Second"]);
  await vi.waitFor(() => expect(inbox.counts.get(inbox.UNREAD)).toBe(2));
  inbox.logout();
  preview.receive({ body: "Third" });
  expect(arrived).toEqual(["Second"]);
});

test("other preferences of a preview replace what was shown and chosen", async () => {
  const global = { level: "global", enabled: true, channels: { email: true } } as const;
  const preview = createPreview({ preferences: [global] });
  const inbox = createInbox({ applicationIdentifier: "", subscriberId: "", preview });
  inbox.start();
  await inbox.preferences.load();
  await inbox.preferences.change(undefined, { email: false });
  const shown = () => inbox.preferences.store.getState();
  expect(shown().global?.channels.email).toBe(false);
  const workflow = { id: "w", identifier: "w", name: "Orders", critical: true };
  preview.setPreferences([global, { level: "template", enabled: true, channels: { email: true }, workflow }]);
  await vi.waitFor(() => expect(shown().workflows).toHaveLength(1));
  expect(shown().global?.channels.email).toBe(true);
  inbox.logout();
});
