/** The attribute `target` of a link: where it opens. */
type LinkTarget = "_self" | "_blank" | "_parent" | "_top" | "_unfencedTop";
type Redirect = {
    url: string;
    target?: LinkTarget | undefined;
};
type Severity = "high" | "medium" | "low" | "none";
type Channel = "in_app" | "email" | "sms" | "chat" | "push";
type Button = "primary" | "secondary";
/** A button of a notification. Pressing one completes it, and makes the other one not completed. */
type NotificationAction = {
    label: string;
    isCompleted: boolean;
    redirect?: Redirect | undefined;
};
/** One in-app message of the subscriber. Moments are in ISO 8601. */
type Notification<Data = Record<string, unknown>> = {
    id: string;
    transactionId?: string | undefined;
    /** Text. */
    subject?: string | undefined;
    /** Text; line breaks are kept. */
    body: string;
    /** The same with its markup, where the workflow wrote HTML. It comes from the sender: show it through `parseBody` only. */
    bodyHtml?: string | undefined;
    isRead: boolean;
    isSeen: boolean;
    isArchived: boolean;
    isSnoozed: boolean;
    snoozedUntil?: string | undefined;
    createdAt: string;
    /** Its creation and every return from a snooze. */
    deliveredAt?: string[] | undefined;
    readAt?: string | null | undefined;
    firstSeenAt?: string | undefined;
    archivedAt?: string | null | undefined;
    avatar?: string | undefined;
    /** Who or what it comes from: the name of a system icon, or the picture of a person. */
    actor?: {
        type: "user" | "system_icon" | "system_custom";
        data: string | null;
        name?: string | undefined;
    } | undefined;
    primaryAction?: NotificationAction | undefined;
    secondaryAction?: NotificationAction | undefined;
    redirect?: Redirect | undefined;
    tags: string[];
    severity: Severity;
    /** Values that the workflow put beside the text. */
    data?: Data | undefined;
    workflow?: {
        id: string;
        identifier: string;
        name: string;
        critical: boolean;
    } | undefined;
};
/** Which notifications a store has; what is left out does not matter. */
type Query = {
    /** Identifiers of feeds: those of any of them. */
    feedIdentifier?: string | string[] | undefined;
    /** Those with any of these. */
    tags?: string[] | undefined;
    severity?: Severity | Severity[] | undefined;
    read?: boolean | undefined;
    seen?: boolean | undefined;
    archived?: boolean | undefined;
    snoozed?: boolean | undefined;
    /** Every value must equal the one in the notification's data. */
    data?: Record<string, unknown> | undefined;
};
/** A named feed and what it shows. */
type NamedStore = {
    storeId: string;
    query?: Query | undefined;
    /** The text of its tab. */
    label?: string | undefined;
};
/** The part of a store that is shown: everything but what is archived or snoozed, the unread ones of that, or one of these. */
type View = "all" | "unread" | "archived" | "snoozed";
/**
 * The one value that components render from. `refreshing`, `loading-more`, `offline` and a late `error` keep what was
 * shown before.
 */
type InboxStatus = "idle" | "loading" | "ready" | "refreshing" | "loading-more" | "offline" | "error";
type Counts = {
    unread: number;
    unseen: number;
};
type WeekDay = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
type Day = {
    isEnabled: boolean;
    hours?: {
        start: string;
        end: string;
    }[] | undefined;
};
/** The hours in which a subscriber is reached outside the inbox. */
type Schedule = {
    isEnabled: boolean;
    weeklySchedule?: {
        [Name in WeekDay]?: Day | undefined;
    } | undefined;
};
/** The subscriber's choice for all workflows, or for one. */
type Preference = {
    level: "global" | "template";
    enabled: boolean;
    /** Those that the workflow has a step of. */
    channels: {
        [Name in Channel]?: boolean | undefined;
    };
    schedule?: Schedule | undefined;
    workflow?: {
        id: string;
        identifier: string;
        name: string;
        critical: boolean;
        tags?: string[] | undefined;
    } | undefined;
};
type PreferenceChange = Partial<Record<Channel, boolean>> & {
    schedule?: Schedule | undefined;
};
type Organization = {
    _id: string;
    name: string;
    branding?: {
        direction?: "ltr" | "rtl" | undefined;
        color?: string | undefined;
        logo?: string | undefined;
    } | undefined;
};

export type { Button as B, Channel as C, Day as D, InboxStatus as I, LinkTarget as L, Notification as N, Organization as O, Preference as P, Query as Q, Redirect as R, Severity as S, View as V, WeekDay as W, Counts as a, PreferenceChange as b, NamedStore as c, NotificationAction as d, Schedule as e };
