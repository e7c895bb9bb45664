import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { createInbox, type Inbox } from "../core/inbox.ts";
import { createPreview } from "../core/preview.ts";
import type { Notification } from "../core/types.ts";
import { requestDesktopNotifications } from "./attention.ts";
import { type Callbacks, InboxContext, type InboxContextValue } from "./context.ts";
import { en } from "./languages/en.ts";
import { Toaster, type ToasterProps } from "./toaster.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const aNotification = (id: string, change: Partial<Notification> = {}): Notification => ({
  id,
  subject: `Subject of ${id}`,
  body: `Body of ${id}`,
  createdAt: new Date().toISOString(),
  isRead: false,
  isSeen: false,
  isArchived: false,
  isSnoozed: false,
  tags: [],
  severity: "none",
  ...change,
});

/** A toaster, and a function by which notifications arrive. */
function renderToaster(props: ToasterProps = {}, callbacks: Callbacks = {}) {
  const inbox: Inbox = createInbox({ applicationIdentifier: "app", subscriberId: "ada", preview: createPreview() });
  const read = vi.fn(async () => true);
  let listener: ((notification: Notification) => void) | undefined;
  const value: InboxContextValue = {
    inbox: {
      ...inbox,
      read,
      onNotification(added) {
        listener = added;
        return () => {
          listener = undefined;
        };
      },
    },
    openLists: createStore(() => ({ value: [] })),
    texts: en,
    appearance: {},
    renderers: {},
    callbacks,
    shortcuts: true,
    markSeen: "on-view",
    styles: true,
    shadow: false,
  };
  const { container, unmount } = render(
    <InboxContext.Provider value={value}>
      <button type="button">Before</button>
      <Toaster {...props} />
    </InboxContext.Provider>,
  );
  const arrive = (...notifications: Notification[]) =>
    act(() => {
      for (const one of notifications) listener?.(one);
    });
  return { container, unmount, arrive, read };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const subjects = () => screen.queryAllByRole("listitem").map((entry) => entry.querySelector("a, button")?.textContent);

test("a new notification is shown for six seconds", () => {
  const { arrive } = renderToaster();
  expect(screen.queryByRole("region")).toBeNull();
  arrive(aNotification("a"));
  expect(screen.getByRole("region", { name: "New notifications" })).toBeDefined();
  pass(5_500);
  expect(subjects()).toEqual(["Subject of a"]);
  pass(1_000);
  expect(subjects()).toEqual([]);
});

test("three are shown at most, the newest first", () => {
  const { arrive } = renderToaster();
  arrive(aNotification("a"), aNotification("b"), aNotification("c"), aNotification("d"));
  expect(subjects()).toEqual(["Subject of d", "Subject of c", "Subject of b"]);
});

test("the time stops under the pointer and the focus", () => {
  const { arrive } = renderToaster();
  arrive(aNotification("a"));
  fireEvent.pointerEnter(screen.getByRole("region"));
  pass(20_000);
  expect(subjects()).toHaveLength(1);
  fireEvent.pointerLeave(screen.getByRole("region"));
  act(() => screen.getByRole("button", { name: "Subject of a" }).focus());
  pass(20_000);
  expect(subjects()).toHaveLength(1);
  act(() => screen.getByRole("button", { name: "Before" }).focus());
  pass(6_500);
  expect(subjects()).toEqual([]);
});

test("a click marks as read, tells the page and follows the address in its router", () => {
  const navigate = vi.fn();
  const onNotificationClick = vi.fn();
  const { arrive, read } = renderToaster({}, { navigate, onNotificationClick });
  arrive(aNotification("a", { redirect: { url: "/orders/1" } }));
  fireEvent.click(screen.getByRole("link", { name: "Subject of a" }));
  expect(read).toHaveBeenCalledWith("a");
  expect(onNotificationClick).toHaveBeenCalledOnce();
  expect(navigate).toHaveBeenCalledWith("/orders/1");
  expect(subjects()).toEqual([]);
});

test("an address that is not safe is not followed", () => {
  const navigate = vi.fn();
  const { arrive } = renderToaster({}, { navigate });
  arrive(aNotification("a", { redirect: { url: "javascript:alert(1)" } }));
  fireEvent.click(screen.getByRole("button", { name: "Subject of a" }));
  expect(navigate).not.toHaveBeenCalled();
});

test("a toast is closed by its button and by Escape, and the focus is not lost", () => {
  const { arrive } = renderToaster();
  act(() => screen.getByRole("button", { name: "Before" }).focus());
  arrive(aNotification("a"), aNotification("b"));
  act(() => screen.getByRole("button", { name: "Dismiss: Subject of b" }).focus());
  fireEvent.click(screen.getByRole("button", { name: "Dismiss: Subject of b" }));
  pass(0);
  expect(document.activeElement?.textContent).toBe("Subject of a");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  pass(0);
  expect(subjects()).toEqual([]);
  expect(document.activeElement?.textContent).toBe("Before");
});

test("neither sound nor desktop notification comes without being asked for", () => {
  const shown = vi.fn();
  const played = vi.fn();
  vi.stubGlobal("Notification", Object.assign(shown, { permission: "granted" }));
  vi.stubGlobal("AudioContext", played);
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  renderToaster().arrive(aNotification("a"));
  expect(shown).not.toHaveBeenCalled();
  expect(played).not.toHaveBeenCalled();
});

test("a desktop notification is shown where it is allowed and nobody looks at the page", () => {
  const shown = vi.fn(class {});
  vi.stubGlobal("Notification", Object.assign(shown, { permission: "granted" }));
  const focus = vi.spyOn(document, "hasFocus").mockReturnValue(true);
  const { arrive } = renderToaster({ desktopNotifications: true });
  arrive(aNotification("a"));
  expect(shown).not.toHaveBeenCalled();
  focus.mockReturnValue(false);
  arrive(aNotification("b"));
  expect(shown).toHaveBeenCalledWith("Subject of b", { tag: "b", body: "Body of b" });
});

test("the permission is asked for only after a press", async () => {
  const requestPermission = vi.fn(async () => "granted");
  vi.stubGlobal("Notification", { permission: "default", requestPermission });
  vi.stubGlobal("navigator", { userActivation: { isActive: false } });
  expect(await requestDesktopNotifications()).toBe(false);
  expect(requestPermission).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { userActivation: { isActive: true } });
  expect(await requestDesktopNotifications()).toBe(true);
});

test("axe finds nothing", async () => {
  const { container, arrive } = renderToaster();
  arrive(aNotification("a", { redirect: { url: "/a" } }), aNotification("b", { subject: undefined }));
  vi.useRealTimers();
  const { violations } = await axe.run(container, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
});
