import { B as Button, Q as Query, N as Notification, I as InboxStatus, P as Preference, b as PreferenceChange, O as Organization, c as NamedStore, V as View } from './types.js';
export { C as Channel, a as Counts, D as Day, L as LinkTarget, d as NotificationAction, R as Redirect, e as Schedule, S as Severity, W as WeekDay } from './types.js';

/**
 * A change that a subscriber makes, as plain JSON: it is shown at once, kept until the server has it, and repeated when the
 * server could not be reached. Doing it twice is doing it once.
 */
type Operation = {
    kind: "read" | "unread" | "seen" | "archive" | "unarchive" | "unsnooze" | "delete";
    ids: readonly string[];
} | {
    kind: "snooze";
    ids: readonly string[];
    until: string;
} | {
    kind: "complete" | "revert";
    ids: readonly string[];
    button: Button;
} | {
    kind: BulkKind;
    query: Query;
    until?: string | undefined;
};
/** Changes of every notification that a query finds, up to the newest one that was known (`until`). */
type BulkKind = "read-all" | "seen-all" | "archive-all" | "archive-read" | "delete-all";

type SessionAnswer = {
    token: string;
    maxSnoozeDurationHours: number;
    hidesBranding: boolean;
};
type NotificationPage = {
    notifications: Notification[];
    /** Id of the last entry, also of one that cannot be shown: the next page comes after it. */
    last: string | undefined;
    hasMore: boolean;
};

type SetStateInternal<T> = {
    _(partial: T | Partial<T> | {
        _(state: T): T | Partial<T>;
    }['_'], replace?: false): void;
    _(state: T | {
        _(state: T): T;
    }['_'], replace: true): void;
}['_'];
interface StoreApi<T> {
    setState: SetStateInternal<T>;
    getState: () => T;
    getInitialState: () => T;
    subscribe: (listener: (state: T, prevState: T) => void) => () => void;
}

/** The subscriber of an inbox, and the proof of it. */
type Identity = {
    applicationIdentifier: string;
    subscriberId: string;
    /** Hex HMAC-SHA256 of the subscriber's id by the secret key: the proof that the page may show this inbox. */
    subscriberHash?: string | null | undefined;
};
type SessionStatus = Extract<InboxStatus, "idle" | "loading" | "ready" | "offline" | "error">;
/**
 * `idle` before and after a session, `ready` once there is a token, `error` when the server refused the identity for good,
 * `offline` when it could not be reached.
 */
type SessionState = {
    status: SessionStatus;
    token: string | null;
    /** The longest snooze in hours; 0 where there is none. */
    maxSnoozeDurationHours: number;
    hidesBranding: boolean;
};

/** Calls that an inbox makes to a server: {@link createInboxApi} by HTTP, `createPreview` without one. */
type InboxApi = {
    openSession(): Promise<SessionAnswer>;
    list(query: Query, page: {
        limit: number;
        after?: string | undefined;
    }): Promise<NotificationPage>;
    /** Exact numbers, in the order of the queries. */
    count(queries: readonly Query[]): Promise<(number | undefined)[]>;
    send(operation: Operation): Promise<void>;
    preferences(): Promise<Preference[]>;
    /** Changes the choice for one workflow, or for all of them together. */
    changePreference(workflowId: string | undefined, change: PreferenceChange): Promise<Preference>;
    organization(): Promise<Organization>;
    log(name: string, payload: unknown): Promise<void>;
    /** Calls the listeners for what arrives, and when there are other preferences, in place of a socket. */
    listen?(listener: (notification: Notification) => void, onPreferences: () => void): {
        stop(): void;
    };
};
/** Fields that a host page may give of the subscriber, and the page's time zone. */
type Profile = {
    firstName?: string | undefined;
    lastName?: string | undefined;
    email?: string | undefined;
    phone?: string | undefined;
    avatar?: string | undefined;
    locale?: string | undefined;
};

/** An operation that waits to be sent. */
type Waiting = {
    /** Its key in storage: those of one inbox in the order of their time. */
    key: string;
    operation: Operation;
    /** When it was made, in ISO 8601. */
    madeAt: string;
    /** Not sent before this moment, in milliseconds, so that it can be undone. */
    heldUntil: number;
};

type Cache = ReturnType<typeof createCache>;
/**
 * The notifications that are known, as the server has them, and how they look with the operations that it does not have
 * yet: an operation that fails is rolled back by leaving it out.
 */
declare function createCache(waiting: () => readonly Waiting[]): {
    /** Keeps what the server sent. An equal notification stays the same object, so that it is not rendered again. */
    put(notifications: readonly Notification[]): void;
    stored: (id: string) => Notification | undefined;
    all: () => Notification[];
    /** Returns a notification as it is shown; undefined for one that is unknown or being deleted. */
    shown(id: string): Notification | undefined;
    /** The server has done this. */
    apply(operation: Operation, now: string): void;
    clear: () => void;
};

type FeedState<Data = Record<string, unknown>> = {
    status: InboxStatus;
    /** Newest first. */
    notifications: Notification<Data>[];
    /** Newer ones, which arrived while the list was held. */
    newNotifications: Notification<Data>[];
    hasMore: boolean;
};
type FeedDeps = {
    api: Pick<InboxApi, "list">;
    cache: Cache;
    onError: (error: unknown) => void;
};
type Feed = ReturnType<typeof createFeed>;
/** The notifications that a query finds, page by page. Nothing is fetched before `load`. */
declare function createFeed(query: Query, { api, cache, onError }: FeedDeps): {
    store: StoreApi<FeedState<Record<string, unknown>>>;
    query: Query;
    /** Fetches the first page, or all pages fetched so far again. */
    load: () => Promise<void>;
    /** As `load`, but only for a feed that has been loaded before. */
    refresh(): Promise<void>;
    /** Adds the next page; does nothing when there is none or a fetch is under way. */
    loadMore(): Promise<void>;
    /** Whether the server put a notification into this feed. */
    has: (id: string) => boolean;
    /** While held, what arrives goes into `newNotifications`, so that the list does not move under its reader. */
    hold(hold: boolean): void;
    showNew(): void;
    /** Publishes the notifications again after one of them changed. */
    publish: () => void;
    reset(): void;
};

declare const DEFAULT_STORE_ID = "default_store";

/** A reply other than 2xx. Applications know its wording. */
declare class InboxHttpError extends Error {
    name: string;
    readonly status: number;
    constructor(status: number, serverMessage: string);
}

type PreferencesState = {
    status: InboxStatus;
    /** The choice for all workflows, which counts where there is none for a workflow; null before it is loaded. */
    global: Preference | null;
    /** The choices for single workflows; those of critical ones cannot be changed. */
    workflows: Preference[];
};

type InboxOptions<Data = Record<string, unknown>> = Identity & {
    /** The server's address, with its context path if there is one; the page's own origin by default. */
    apiUrl?: string | undefined;
    /** Likewise for the socket; by default the API's. */
    socketUrl?: string | undefined;
    /** Fields of the subscriber to store with the session. */
    subscriber?: Profile | undefined;
    stores?: readonly NamedStore[] | undefined;
    /** A notification that has just arrived. */
    onNew?: ((notification: Notification<Data>) => void) | undefined;
    onError?: ((error: unknown) => void) | undefined;
    /** Stands in for the server: see {@link createPreview}. */
    preview?: InboxApi | undefined;
};
/** The last operation that can be taken back, until `until` (milliseconds). */
type Undo = {
    kind: Operation["kind"];
    /** How many of the notifications that are known it changes. */
    count: number;
    until: number;
    /** Of a snooze, in ISO 8601. */
    snoozedUntil?: string | undefined;
};
type Inbox<Data = Record<string, unknown>> = ReturnType<typeof createInbox<Data>>;
/**
 * One subscriber's inbox. Creating it touches neither the network nor `window`, so it may be created on a server.
 * `start` opens the session, fetches counts and organization, and goes live; feeds and preferences are not fetched before
 * their `load`. `logout` ends the session, and the inbox may be started again.
 *
 * Changes are shown at once and outlive a lost connection, a reload and a closed tab. Each returns a promise that is true
 * once nothing is left to save: the server has the change, or it was undone. It is false when the server refused the change,
 * which is then taken back.
 */
declare function createInbox<Data = Record<string, unknown>>(options: InboxOptions<Data>): {
    session: StoreApi<SessionState>;
    organization: StoreApi<{
        value: Organization | null;
    }>;
    preferences: {
        store: StoreApi<PreferencesState>;
        load: () => Promise<void>;
        change(workflowId: string | undefined, change: PreferenceChange): Promise<boolean>;
        reset(): void;
    };
    counts: {
        store: StoreApi<Readonly<Record<string, number>>>;
        get: (query: Query) => number;
        watch(query: Query): boolean;
        refresh(): Promise<void>;
        receive(query: Query, number: number): void;
        publish: () => void;
        confirm(apply: () => void): void;
        reset(): void;
    };
    /** Numbers over all stores. */
    UNREAD: Query;
    UNSEEN: Query;
    stores: readonly NamedStore[];
    /** Returns one view of a store; throws for an unknown store. Without a name, the first one. */
    feed: (storeId?: string, view?: View) => Feed;
    /** The last operation that can be taken back. */
    undoable: StoreApi<{
        value: Undo | null;
    }>;
    read: (ids: string | readonly string[]) => Promise<boolean>;
    unread: (ids: string | readonly string[]) => Promise<boolean>;
    seen: (ids: string | readonly string[]) => Promise<boolean>;
    archive: (ids: string | readonly string[]) => Promise<boolean>;
    unarchive: (ids: string | readonly string[]) => Promise<boolean>;
    /** Hides notifications until a moment, when they come back unread at the top. */
    snooze: (ids: string | readonly string[], until: Date) => Promise<boolean>;
    unsnooze: (ids: string | readonly string[]) => Promise<boolean>;
    delete: (ids: string | readonly string[]) => Promise<boolean>;
    /** Notes that a button was pressed. */
    complete: (id: string, button: Button) => Promise<boolean>;
    revert: (id: string, button: Button) => Promise<boolean>;
    /** Changes of everything in a store, loaded or not, up to the newest that is known. */
    readAll: (storeId?: string) => Promise<boolean>;
    seenAll: (storeId?: string) => Promise<boolean>;
    archiveAll: (storeId?: string) => Promise<boolean>;
    archiveRead: (storeId?: string) => Promise<boolean>;
    deleteAll: (storeId?: string, view?: View) => Promise<boolean>;
    /** Takes back the operation under `undoable`. */
    undo(): void;
    /** Sends what could still be taken back, as when the list is closed. */
    release: () => void;
    /** Counts what a query finds, exactly, from now on: read it by `counts.get`. */
    watchCount(query: Query): void;
    /** Notes for the operator that something happened in the inbox. */
    log: (name: string, payload?: Record<string, unknown>) => Promise<void>;
    /** Calls the listener for every notification that arrives. Returns the function that unsubscribes it. */
    onNotification(listener: (notification: Notification<Data>) => void): () => void;
    refetch: () => void;
    start: () => void;
    logout: () => void;
};

/** A notification of which what is left out is made up. */
type PreviewNotification<Data = Record<string, unknown>> = Partial<Notification<Data>> & Pick<Notification, "body">;
type PreviewOptions<Data = Record<string, unknown>> = {
    notifications?: readonly PreviewNotification<Data>[] | undefined;
    preferences?: readonly Preference[] | undefined;
};
type Preview<Data = Record<string, unknown>> = InboxApi & {
    /** Lets a notification arrive. */
    receive(notification: PreviewNotification<Data>): void;
    /** Puts other preferences in the place of all that there are. */
    setPreferences(preferences: readonly Preference[]): void;
};
/** An inbox without a server, for design and tests: the notifications are fixed, and changes of them last as long as the page. */
declare function createPreview<Data = Record<string, unknown>>(options?: PreviewOptions<Data>): Preview<Data>;

/** "2 hours ago" in the reader's language; beyond a week the date. Both times in milliseconds. */
declare function relativeTime(time: number, now: number, locale: string | undefined, justNow: string): string;
/** "Today", "Yesterday" or the date, with its year if that is another one, by the reader's own calendar. */
declare function dayLabel(time: number, now: number, locale: string | undefined): string;

/** A message's body as a tree of allowed elements and text: no HTML of the sender reaches the page. */
type BodyNode = string | {
    tag: "strong" | "em" | "u" | "s" | "code" | "p" | "ul" | "ol" | "li" | "br";
    children: BodyNode[];
} | {
    tag: "a";
    href: string;
    children: BodyNode[];
};
/**
 * Reads a body: plain text with a small subset of HTML. Other elements are replaced by their content, links keep only
 * an address that is safe to follow. Needs a DOM.
 */
declare function parseBody(content: string): BodyNode[];
/** The text of a body, for names and announcements. */
declare function bodyText(nodes: BodyNode[]): string;

/** Returns the address if it is http, https, mailto, tel or relative, else undefined. */
declare function safeUrl(address: string | null | undefined): string | undefined;
/** Returns the address if it can be that of an image. */
declare function safeImageUrl(address: string | null | undefined): string | undefined;

export { Button, DEFAULT_STORE_ID, InboxHttpError, InboxStatus, NamedStore, Notification, Organization, Preference, PreferenceChange, Query, View, bodyText, createInbox, createPreview, dayLabel, parseBody, relativeTime, safeImageUrl, safeUrl };
export type { BodyNode, FeedState, Identity, Inbox, InboxApi, InboxOptions, PreferencesState, Preview, PreviewNotification, PreviewOptions, Profile, SessionState, Undo };
