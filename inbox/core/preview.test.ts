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
