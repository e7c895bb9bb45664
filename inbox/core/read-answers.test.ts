import fc from "fast-check";
import { expect, test } from "vitest";
import type { InboxNotification } from "#contract/inbox/inbox-notifications.ts";
import type { InboxGlobalPreference, InboxWorkflowPreference } from "#contract/inbox/inbox-preferences.ts";
import { aNotification } from "../testing/fake-server.ts";
import { readCounts, readFrame, readNotification, readPage, readPreferences, readSession } from "./read-answers.ts";
import type { Notification, Preference } from "./types.ts";

test("what the API promises can be shown", () => {
  // Fails to compile when the contract's types are others than those of the inbox.
  const shown: (sent: InboxNotification) => Notification = (sent) => sent;
  const chosen: (sent: InboxGlobalPreference | InboxWorkflowPreference) => Preference = (sent) => sent;
  expect([shown, chosen]).toHaveLength(2);
});

test("a notification without its id, body or time is left out of a page, and the next page comes after it", () => {
  const { id: _, ...without } = aNotification("x");
  const data = [aNotification("a"), without, { ...aNotification("b"), createdAt: "soon" }, null, { id: "last" }];
  const page = readPage({ data, hasMore: true });
  expect(page.notifications.map(({ id }) => id)).toEqual(["a"]);
  expect(page).toMatchObject({ last: "last", hasMore: true });
});

test("an optional field that is not what it should be counts as absent", () => {
  const sent = {
    ...aNotification("a"),
    subject: 7,
    tags: ["x", 1],
    severity: "new",
    readAt: "never",
    actor: { type: "robot", data: "x" },
    redirect: { url: "" },
    primaryAction: { isCompleted: true },
    secondaryAction: { label: "No", redirect: { url: "/no", target: "_self" } },
    data: "text",
  };
  expect(readNotification(sent)).toMatchObject({
    subject: undefined,
    tags: ["x"],
    severity: "none",
    readAt: undefined,
    actor: undefined,
    redirect: undefined,
    primaryAction: undefined,
    secondaryAction: { label: "No", isCompleted: false, redirect: { url: "/no", target: "_self" } },
    data: undefined,
  });
});

test("numbers that are no integers are none", () => {
  const data = [{ count: 2 }, { count: 1.5 }, { count: "3" }, { count: -1 }, null];
  expect(readCounts({ data })).toEqual([2, undefined, undefined, undefined, undefined]);
});

test("the choices of a workflow without an id are left out", () => {
  const data = [
    { level: "global", channels: { email: false } },
    { level: "template", channels: {} },
    { level: "other" },
  ];
  expect(readPreferences({ data })).toMatchObject([{ level: "global", enabled: true, channels: { email: false } }]);
});

test("whatever a server sends, reading it gives a value or says what it should have been", () => {
  fc.assert(
    fc.property(fc.anything(), (sent) => {
      for (const read of [readSession, readPage, readCounts, readPreferences]) {
        try {
          read(sent);
        } catch (error) {
          expect(error).toMatchObject({ name: "UnreadableAnswer", message: expect.stringContaining("apiUrl") });
        }
      }
      readNotification(sent);
      readFrame(sent);
      readFrame(JSON.stringify({ event: "notification_received", data: sent }));
    }),
  );
});
