import { fireEvent, render, screen, within } from "@testing-library/react";
import { StrictMode } from "react";
import { vi } from "vitest";
import { createPreview, type Notification } from "../core/index.ts";
import type { Operation } from "../core/operations.ts";
import { Inbox, type InboxProps } from "../react/inbox.tsx";

export type Given = Partial<Notification> & { id: string };

export type ShowOptions = Partial<InboxProps> & {
  /** Replaces calls of the preview. */
  api?: Partial<ReturnType<typeof createPreview>> | undefined;
  strict?: boolean | undefined;
};

/** Renders an inbox without a server: each notification is unread, and has a subject by its id. */
export function showInbox(given: readonly Given[], { api, strict = false, ...props }: ShowOptions = {}) {
  const notifications = given.map((one) => ({ subject: `Subject of ${one.id}`, body: `Body of ${one.id}`, ...one }));
  const preview = { ...createPreview({ notifications }), ...api };
  const send = vi.spyOn(preview, "send");
  const inbox = (change: Partial<InboxProps> = {}) => (
    <Inbox applicationIdentifier="app" subscriberId="ada" preview={preview} {...props} {...change} />
  );
  const view = render(strict ? <StrictMode>{inbox()}</StrictMode> : inbox());
  return {
    ...view,
    preview,
    sent: (): Operation[] => send.mock.calls.map(([operation]) => operation),
    change: (changed: Partial<InboxProps>) => view.rerender(inbox(changed)),
  };
}

export const bell = (name: RegExp | string = /^Notifications/) => screen.findByRole("button", { name });

export async function openInbox(name?: RegExp | string) {
  fireEvent.click(await bell(name));
  return within(await screen.findByRole("dialog", { name: "Notifications" }));
}

/** Chooses something from the menu of a notification. */
export async function chooseAction(feed: Awaited<ReturnType<typeof openInbox>>, id: string, name: RegExp | string) {
  fireEvent.click(await feed.findByRole("button", { name: `More actions for Subject of ${id}` }));
  fireEvent.click(await feed.findByRole("menuitem", { name }));
}

/** Presses a key where the focus is. */
export const press = (key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });

/** The name of what has the focus. */
export const focused = (): string | null | undefined =>
  document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
