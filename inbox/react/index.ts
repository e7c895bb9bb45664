import { Announcements as AnnouncementsPart } from "./announcements.tsx";
import { Avatar as AvatarPart } from "./avatar.tsx";
import { Bell as BellPart } from "./bell.tsx";
import { Feed as FeedPart } from "./feed/feed.tsx";
import { BellAndPopover as BellAndPopoverPart } from "./inbox.tsx";
import { rooted } from "./inbox-root.tsx";
import { Body as BodyPart } from "./item/body.tsx";
import { Item as ItemPart } from "./item/item.tsx";
import { Popover as PopoverPart } from "./popover.tsx";
import { Preferences as PreferencesPart } from "./preferences.tsx";
import { Toaster as ToasterPart } from "./toaster.tsx";

export * from "../core/index.ts";
export { dayLabel, relativeTime } from "../core/relative-time.ts";
export { bodyText } from "../core/safe-body.ts";
export { requestDesktopNotifications } from "./attention.ts";
export type { BellProps } from "./bell.tsx";
export type { Appearance, Callbacks, ItemActions, Renderers } from "./context.ts";
export type { FeedProps } from "./feed/feed.tsx";
export type { Tab } from "./feed/tabs.tsx";
export {
  type FeedActions,
  useCount,
  useCounts,
  useInbox,
  useNotifications,
  usePreferences,
  useUndo,
} from "./hooks.ts";
export type { IconName } from "./icon-paths.ts";
export { type BellAndPopoverProps, Inbox, type InboxProps } from "./inbox.tsx";
export { InboxProvider, type InboxProviderProps } from "./inbox-provider.tsx";
export type { BodyProps } from "./item/body.tsx";
export type { ItemProps } from "./item/item.tsx";
export { en } from "./languages/en.ts";
export type { InboxTexts } from "./languages/texts.ts";
export type { Language } from "./languages/use-texts.ts";
export type { PopoverProps } from "./popover.tsx";
export type { Placement } from "./popover-position.ts";
export type { PreferencesProps } from "./preferences.tsx";
export type { ToasterProps } from "./toaster.tsx";

// The parts, each with a root of its own: a provider may surround a whole application and changes nothing of its look.
export const Announcements = /* @__PURE__ */ rooted(AnnouncementsPart);
export const Avatar = /* @__PURE__ */ rooted(AvatarPart);
export const Bell = /* @__PURE__ */ rooted(BellPart);
export const BellAndPopover = /* @__PURE__ */ rooted(BellAndPopoverPart);
export const Body = /* @__PURE__ */ rooted(BodyPart);
export const Feed = /* @__PURE__ */ rooted(FeedPart);
export const Item = /* @__PURE__ */ rooted(ItemPart);
export const Popover = /* @__PURE__ */ rooted(PopoverPart);
export const Preferences = /* @__PURE__ */ rooted(PreferencesPart);
export const Toaster = /* @__PURE__ */ rooted(ToasterPart);
