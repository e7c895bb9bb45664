export * from "../core/index.ts";
export { Announcements } from "./announcements.tsx";
export { requestDesktopNotifications } from "./attention.ts";
export { Avatar } from "./avatar.tsx";
export { Bell, type BellProps } from "./bell.tsx";
export { Body, type BodyProps } from "./body.tsx";
export type { Appearance, Callbacks, ItemActions, Renderers } from "./context.ts";
export { Feed, type FeedProps } from "./feed.tsx";
export {
  type FeedActions,
  useCount,
  useCounts,
  useInbox,
  useNotifications,
  usePreferences,
  useUndo,
} from "./hooks.ts";
export type { IconName } from "./icons.tsx";
export { BellAndPopover, type BellAndPopoverProps, Inbox, type InboxProps } from "./inbox.tsx";
export { InboxProvider, type InboxProviderProps } from "./inbox-provider.tsx";
export { Item, type ItemProps } from "./item.tsx";
export { en } from "./languages/en.ts";
export type { InboxTexts } from "./languages/texts.ts";
export type { Language } from "./languages/use-texts.ts";
export { Popover, type PopoverProps } from "./popover.tsx";
export type { Placement } from "./popover-position.ts";
export { Preferences, type PreferencesProps } from "./preferences.tsx";
export type { Tab } from "./tabs.tsx";
export { Toaster, type ToasterProps } from "./toaster.tsx";
