import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import type { StoreApi } from "zustand/vanilla";
import type { Inbox } from "../core/inbox.ts";
import type { Button, Notification } from "../core/types.ts";
import type { IconName } from "./icon-paths.ts";
import type { InboxTexts } from "./languages/texts.ts";

/** The actions that a render function gets with a notification, bound to it. */
export type ItemActions = {
  read: () => void;
  unread: () => void;
  archive: () => void;
  unarchive: () => void;
  snooze: (until: Date) => void;
  unsnooze: () => void;
  delete: () => void;
  /** Takes the answer back that was given by a button. */
  revert: (button: Button) => void;
  /** Notes that the button was pressed, and follows its address; with the click on a link, unless the browser does. */
  press: (button: Button, click?: MouseEvent) => void;
};

/** Functions that replace a part; the keys and the accessible names around it stay. */
export type Renderers = {
  renderBell?: ((bell: { unread: number; unseen: number; open: boolean }) => ReactNode) | undefined;
  renderItem?: ((item: { notification: Notification; actions: ItemActions }) => ReactNode) | undefined;
  renderAvatar?: ((item: { notification: Notification }) => ReactNode) | undefined;
  renderBody?: ((item: { notification: Notification }) => ReactNode) | undefined;
  renderActions?: ((item: { notification: Notification; actions: ItemActions }) => ReactNode) | undefined;
  renderHeader?: ((header: { title: string; unread: number; readAll: () => void }) => ReactNode) | undefined;
  renderEmpty?: ((list: { view: string }) => ReactNode) | undefined;
  renderLoading?: (() => ReactNode) | undefined;
  renderError?: ((failure: { retry: () => void; offline: boolean }) => ReactNode) | undefined;
  renderFooter?: (() => ReactNode) | undefined;
};

export type Callbacks = {
  onNotificationClick?: ((notification: Notification) => void) | undefined;
  onActionClick?: ((notification: Notification, button: Button) => void) | undefined;
  /** Follows an address within a single-page application instead of loading it. Not called for `_blank` and clicks with ⌘ or Ctrl. */
  navigate?: ((url: string) => void) | undefined;
};

export type Appearance = {
  /** `system`, the default, follows the operating system. */
  theme?: "light" | "dark" | "system" | undefined;
  /** Values for the custom properties of inbox.css, such as `{ "--belfry-accent": "#0a7" }`. */
  variables?: Readonly<Record<`--belfry-${string}`, string>> | undefined;
  /** A class for each named part (`data-part`), such as `{ item: "my-item" }`. A page cannot reach into a shadow root by classes, but by `::part(item)`. */
  elements?: Readonly<Record<string, string>> | undefined;
  icons?: Partial<Record<IconName, ReactNode>> | undefined;
};

/** When a notification counts as seen: half visible for one second, when the list opens, or only when the page says so. */
export type MarkSeen = "on-view" | "on-open" | "never";

/** Lists that are open, each with the notifications that it shows; those that it holds back are left out. */
export type OpenLists = StoreApi<{ value: readonly (readonly Notification[])[] }>;

/** State that every part of one inbox shares. */
export type InboxContextValue = {
  inbox: Inbox;
  openLists: OpenLists;
  texts: InboxTexts;
  appearance: Appearance;
  renderers: Renderers;
  callbacks: Callbacks;
  /** Whether the list has single-letter shortcuts. */
  shortcuts: boolean;
  markSeen: MarkSeen;
  /** Whether the parts bring their style sheet. */
  styles: boolean;
  /** Whether each part is in a shadow root. */
  shadow: boolean;
};

export const InboxContext = /* @__PURE__ */ createContext<InboxContextValue | null>(null);

export function useInboxContext(): InboxContextValue {
  const value = useContext(InboxContext);
  if (value === null) throw new Error("Inbox parts and hooks belong inside <InboxProvider>");
  return value;
}
