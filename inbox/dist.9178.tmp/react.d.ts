import { P as Preference, N as Notification, B as Button, V as View, Q as Query, a as Counts, b as PreferenceChange } from './types.js';
export { C as Channel, D as Day, I as InboxStatus, L as LinkTarget, c as NamedStore, d as NotificationAction, O as Organization, R as Redirect, e as Schedule, S as Severity, W as WeekDay } from './types.js';
import * as react from 'react';
import { RefObject, ReactNode, Ref, MouseEvent } from 'react';
import { Inbox as Inbox$1, InboxOptions, SessionState, FeedState, PreferencesState, Undo } from './core.js';
export { BodyNode, DEFAULT_STORE_ID, Identity, InboxApi, InboxHttpError, Preview, PreviewNotification, PreviewOptions, Profile, bodyText, createInbox, createPreview, dayLabel, parseBody, relativeTime, safeImageUrl, safeUrl } from './core.js';
import { I as InboxTexts } from './en.js';
export { e as en } from './en.js';

type ToasterProps = {
    /** A corner, or the middle of an edge, of the window; `bottom-end` by default. */
    position?: "top" | "bottom" | "top-start" | "top-end" | "bottom-start" | "bottom-end" | undefined;
    /** Milliseconds for which a toast stays; 6000 by default. The time stops under the pointer and the focus. */
    duration?: number | undefined;
    /** Plays two soft tones, or a file; off by default. */
    sound?: boolean | string | undefined;
    /**
     * Shows notifications of the operating system while nobody looks at the page; off by default. The page asks for the
     * permission by `requestDesktopNotifications`.
     */
    desktopNotifications?: boolean | undefined;
};

/** A heading over workflows: those that have any of the tags, or that are named by id or identifier. */
type PreferenceGroup = {
    name: string;
    tags?: readonly string[] | undefined;
    workflows?: readonly string[] | undefined;
};
/** Which workflows are shown: those with any of the tags, and only the critical ones, or only the others. */
type PreferenceFilter = {
    tags?: readonly string[] | undefined;
    critical?: boolean | undefined;
} | ((preference: Preference) => boolean);
type PreferenceSort = (a: Preference, b: Preference) => number;
type Grouping = {
    groups?: readonly PreferenceGroup[] | undefined;
    filter?: PreferenceFilter | undefined;
    sort?: PreferenceSort | undefined;
};

type PreferencesProps = Grouping & {
    /** Shows a button that leads back; then the heading is focused when the panel appears. */
    onBack?: (() => void) | undefined;
    /** False shows the workflows alone, without the choice for all of them and the hours. */
    global?: boolean | undefined;
    /** The id of the heading, for a dialog that is labelled by it. */
    titleId?: string | undefined;
};

type Placement = "bottom-start" | "bottom-end" | "top-start" | "top-end";

type PopoverProps = {
    id: string;
    anchor: RefObject<HTMLElement | null>;
    /** Full-screen and modal; otherwise beside the bell and not modal. */
    sheet: boolean;
    placement: Placement;
    /** Pixels between the popover and the bell. */
    offset: number;
    /** `refocus`: whether the bell gets the focus. */
    onClose: (refocus: boolean) => void;
    children: ReactNode;
};

type ItemProps = {
    notification: Notification;
    /** Milliseconds, for the relative time. */
    now?: number | undefined;
    /** Whether its buttons are in the tab order: in a list, those of one item are. */
    active?: boolean | undefined;
};

type Tab = {
    label: string;
    storeId: string;
};

type FeedProps = {
    /** The store to show, or to show first; the first one by default. */
    storeId?: string | undefined;
    /** A tab for each of several stores; by default for those that have a label. */
    tabs?: readonly Tab[] | undefined;
    /** How the settings behind the gear are grouped, filtered and sorted; false leaves the gear out. */
    preferences?: false | Omit<PreferencesProps, "onBack" | "titleId"> | undefined;
    /** Takes the place of the settings. */
    renderPreferences?: ((panel: {
        onBack: () => void;
    }) => ReactNode) | undefined;
    onClose?: (() => void) | undefined;
    /** Called when an address was followed within the page. */
    onNavigate?: (() => void) | undefined;
    /** Focuses the first unread notification, or else the heading, when the feed is mounted. */
    autoFocus?: boolean | undefined;
};

type BodyProps = {
    notification: Pick<Notification, "body" | "bodyHtml">;
    id: string;
    tabIndex: 0 | -1;
};

type BellProps = {
    open?: boolean | undefined;
    onToggle?: ((open: boolean) => void) | undefined;
    /** The id of the popover. */
    controls?: string | undefined;
    storeId?: string | undefined;
    /** Whether the badge has a number or is a dot. */
    badge?: "count" | "dot" | undefined;
    /** The count of the badge; unread ones by default. */
    counts?: "unread" | "unseen" | undefined;
    /** Not `ref`, which React 18 does not pass to function components. */
    buttonRef?: Ref<HTMLButtonElement> | undefined;
};

/** SVG paths in a 24 by 24 box. */
declare const PATHS: {
    bell: string;
    check: string;
    checkAll: string;
    unread: string;
    archive: string;
    unarchive: string;
    snooze: string;
    trash: string;
    more: string;
    settings: string;
    down: string;
    close: string;
    warning: string;
    info: string;
    error: string;
    success: string;
    up: string;
    in_app: string;
    email: string;
    sms: string;
    chat: string;
    push: string;
    lock: string;
    back: string;
    plus: string;
    copy: string;
    question: string;
};
type IconName = keyof typeof PATHS;

/** The actions that a render function gets with a notification, bound to it. */
type ItemActions = {
    read: () => void;
    unread: () => void;
    archive: () => void;
    unarchive: () => void;
    snooze: (until: Date) => void;
    unsnooze: () => void;
    delete: () => void;
    /** Notes that the button was pressed, and follows its address; with the click on a link, unless the browser does. */
    press: (button: Button, click?: MouseEvent) => void;
};
/** Functions that replace a part; the keys and the accessible names around it stay. */
type Renderers = {
    renderBell?: ((bell: {
        unread: number;
        unseen: number;
        open: boolean;
    }) => ReactNode) | undefined;
    renderItem?: ((item: {
        notification: Notification;
        actions: ItemActions;
    }) => ReactNode) | undefined;
    renderAvatar?: ((item: {
        notification: Notification;
    }) => ReactNode) | undefined;
    renderBody?: ((item: {
        notification: Notification;
    }) => ReactNode) | undefined;
    renderActions?: ((item: {
        notification: Notification;
        actions: ItemActions;
    }) => ReactNode) | undefined;
    renderHeader?: ((header: {
        title: string;
        unread: number;
        readAll: () => void;
    }) => ReactNode) | undefined;
    renderEmpty?: ((list: {
        view: string;
    }) => ReactNode) | undefined;
    renderLoading?: (() => ReactNode) | undefined;
    renderError?: ((failure: {
        retry: () => void;
        offline: boolean;
    }) => ReactNode) | undefined;
    renderFooter?: (() => ReactNode) | undefined;
};
type Callbacks = {
    onNotificationClick?: ((notification: Notification) => void) | undefined;
    onActionClick?: ((notification: Notification, button: Button) => void) | undefined;
    /** Follows an address within a single-page application instead of loading it. Not called for `_blank` and clicks with ⌘ or Ctrl. */
    navigate?: ((url: string) => void) | undefined;
};
type Appearance = {
    /** `system`, the default, follows the operating system. */
    theme?: "light" | "dark" | "system" | undefined;
    /** Values for the custom properties of inbox.css, such as `{ "--belfry-accent": "#0a7" }`. */
    variables?: Readonly<Record<`--belfry-${string}`, string>> | undefined;
    /** A class for each named part (`data-part`), such as `{ item: "my-item" }`. A page cannot reach into a shadow root by classes, but by `::part(item)`. */
    elements?: Readonly<Record<string, string>> | undefined;
    icons?: Partial<Record<IconName, ReactNode>> | undefined;
};
/** State that every part of one inbox shares. */
type InboxContextValue = {
    inbox: Inbox$1;
    texts: InboxTexts;
    appearance: Appearance;
    renderers: Renderers;
    callbacks: Callbacks;
    /** Whether the list has single-letter shortcuts. */
    shortcuts: boolean;
    /** When a notification counts as seen: half visible for one second, when the list opens, or only when the page says so. */
    markSeen: "on-view" | "on-open" | "never";
    /** Whether the parts bring their style sheet. */
    styles: boolean;
    /** Whether each part is in a shadow root. */
    shadow: boolean;
};

/** A BCP 47 code such as `de`, `de-AT` or `fr_CA`; or texts, of which those left out are English. */
type Language = string | Partial<InboxTexts>;

type InboxProviderProps = InboxOptions & Callbacks & Renderers & {
    appearance?: Appearance | undefined;
    /** A language (`"de"`), or texts: one of the languages, or changes of it. English by default. */
    i18n?: Language | undefined;
    /** Single-letter shortcuts inside the list; on by default. */
    shortcuts?: boolean | undefined;
    markSeen?: InboxContextValue["markSeen"] | undefined;
    onUnreadCountChange?: ((unread: number) => void) | undefined;
    /** Whether the parts bring their style sheet; false where the page links `@belfry/inbox/inbox.css`. */
    styles?: boolean | undefined;
    /** Whether the parts are in shadow roots, which no style of the page reaches but by `::part()`; off by default. */
    shadow?: boolean | undefined;
    children?: ReactNode;
};
/**
 * Opens one subscriber's inbox for everything inside it. A change of application, subscriber, hash or address ends that
 * session and begins another; other props may change at any time, except `stores`, which is read when a session begins.
 */
declare function InboxProvider(props: InboxProviderProps): react.JSX.Element;

type BellAndPopoverProps = Pick<BellProps, "badge" | "counts"> & Pick<FeedProps, "storeId" | "tabs" | "preferences" | "renderPreferences"> & {
    /** The side of the bell on which the popover opens if there is room, and the edge that it is aligned with. */
    placement?: Placement | undefined;
    /** Pixels between the bell and the popover. */
    offset?: number | undefined;
    /** Whether the popover is open, where the page decides that; `onOpenChange` says when it should change. */
    open?: boolean | undefined;
    onOpenChange?: ((open: boolean) => void) | undefined;
    /** An element that the popover is put into, instead of beside the bell. */
    portal?: Element | undefined;
};
/** With `children`, such as a `Toaster`, beside the bell. */
type InboxProps = InboxProviderProps & BellAndPopoverProps;
/** The whole inbox: a bell that opens a subscriber's notifications. */
declare function Inbox(props: InboxProps): react.JSX.Element;

/**
 * Asks whether notifications of the operating system may be shown, for `desktopNotifications`. Call it when the person has
 * pressed something that says so: browsers refuse, and remember, a question that comes out of nowhere.
 */
declare function requestDesktopNotifications(): Promise<boolean>;

/** The inbox with all its actions, and its session. */
declare function useInbox(): {
    inbox: Inbox$1;
} & SessionState;
/** The exact numbers of unread and unseen notifications, of a store or of all of them. */
declare function useCounts(storeId?: string): Counts;
/** How many notifications a query finds, exactly. */
declare function useCount(query: Query): number;
type FeedActions = ReturnType<typeof actionsOf>;
/** One view of a store and its actions. Nothing is fetched before `load`. */
declare function useNotifications<Data = Record<string, unknown>>(storeId?: string, view?: View): FeedState<Data> & FeedActions;
declare function actionsOf(inbox: Inbox$1, storeId: string | undefined, view: View): {
    load: () => Promise<void>;
    loadMore: () => Promise<void>;
    hold: (hold: boolean) => void;
    showNew: () => void;
    readAll: () => Promise<boolean>;
    seenAll: () => Promise<boolean>;
    archiveAll: () => Promise<boolean>;
    archiveRead: () => Promise<boolean>;
    deleteAll: () => Promise<boolean>;
};
/** Returns the last operation that can still be taken back, and the function that does it. */
declare function useUndo(): {
    undoable: Undo | null;
    undo: () => void;
};
/** Returns the subscriber's choices. They are fetched when the first component uses them; `change` is false when it was rolled back. */
declare function usePreferences(): PreferencesState & {
    load: () => Promise<void>;
    change: (workflowId: string | undefined, change: PreferenceChange) => Promise<boolean>;
};

declare const Announcements: (props: object) => react.ReactNode;
declare const Avatar: (props: {
    notification: Notification;
}) => react.ReactNode;
declare const Bell: (props: BellProps) => react.ReactNode;
declare const BellAndPopover: (props: BellAndPopoverProps) => react.ReactNode;
declare const Body: (props: BodyProps) => react.ReactNode;
declare const Feed: (props: FeedProps) => react.ReactNode;
declare const Item: (props: ItemProps) => react.ReactNode;
declare const Popover: (props: PopoverProps) => react.ReactNode;
declare const Preferences: (props: PreferencesProps) => react.ReactNode;
declare const Toaster: (props: ToasterProps) => react.ReactNode;

export { Announcements, Avatar, Bell, BellAndPopover, Body, Button, Counts, Feed, FeedState, Inbox, InboxOptions, InboxProvider, InboxTexts, Item, Notification, Popover, Preference, PreferenceChange, Preferences, PreferencesState, Query, SessionState, Toaster, Undo, View, requestDesktopNotifications, useCount, useCounts, useInbox, useNotifications, usePreferences, useUndo };
export type { Appearance, BellAndPopoverProps, BellProps, BodyProps, Callbacks, FeedActions, FeedProps, IconName, InboxProps, InboxProviderProps, ItemActions, ItemProps, Language, Placement, PopoverProps, PreferencesProps, Renderers, Tab, ToasterProps };
