import type { Preference, PreviewNotification } from "../core/index.ts";

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

/** Notifications that can be sent from the page, by the text of their button. */
export const SENDABLE = {
  comment: {
    subject: "Mira commented on “Autumn launch”",
    body: "Could you look at the second draft before lunch? I moved the pricing table to the top.",
    actor: { type: "user", data: null, name: "Mira Okafor" },
    tags: ["team"],
    redirect: { url: "?comment=7" },
  },
  invitation: {
    subject: "Noor invites you to Field Notes",
    body: "You can read and comment on everything in this space.",
    actor: { type: "user", data: null, name: "Noor Haddad" },
    tags: ["team"],
    primaryAction: { label: "Accept", isCompleted: false },
    secondaryAction: { label: "Decline", isCompleted: false },
  },
  order: {
    subject: "Order 1042 is on its way",
    body: "Two parcels, expected on Thursday between 9:00 and 12:00.",
    actor: { type: "system_icon", data: "success" },
    tags: ["orders"],
    redirect: { url: "?order=1042" },
  },
  security: {
    subject: "New sign-in from Lisbon",
    body: "Firefox on Linux, a moment ago. If that was not you, change your password.",
    actor: { type: "system_icon", data: "warning" },
    severity: "high",
    tags: ["account"],
  },
} as const satisfies Record<string, PreviewNotification>;

export type Sendable = keyof typeof SENDABLE;

const STORED: Readonly<Record<string, readonly PreviewNotification[]>> = {
  ada: [
    {
      ...SENDABLE.comment,
      bodyHtml: "Could you look at the <b>second draft</b> before lunch? I moved the pricing table to the top.",
      createdAt: ago(0.2),
    },
    { ...SENDABLE.invitation, createdAt: ago(1.5) },
    { ...SENDABLE.order, createdAt: ago(4), isSeen: true },
    {
      subject: "Weekly summary",
      body: "14 tasks done, 3 waiting for you. The launch checklist is two thirds complete.",
      actor: { type: "system_icon", data: "info" },
      createdAt: ago(22),
      isSeen: true,
      isRead: true,
    },
    {
      subject: "Export is ready",
      body: "The report of September has 1,204 rows.",
      actor: { type: "system_icon", data: "success" },
      redirect: { url: "?export=9" },
      createdAt: ago(30),
      isSeen: true,
      isRead: true,
    },
    {
      subject: "Theo mentioned you in “Brand colours”",
      body: "“Ask Ada, she knows which blue passes the contrast check.”",
      actor: { type: "user", data: null, name: "Theo Lindqvist" },
      createdAt: ago(52),
      isSeen: true,
      isRead: true,
    },
  ],
  grace: [
    { ...SENDABLE.security, createdAt: ago(0.5) },
    {
      subject: "Payment received",
      body: "Invoice 2026-118 was paid in full.",
      actor: { type: "system_icon", data: "success" },
      createdAt: ago(7),
      isSeen: true,
      isRead: true,
    },
  ],
};

export const storedFor = (subscriberId: string): readonly PreviewNotification[] => STORED[subscriberId] ?? [];

const workflow = (id: string, name: string, channels: Preference["channels"], critical = false): Preference => ({
  level: "template",
  enabled: true,
  channels,
  workflow: { id, identifier: id, name, critical, tags: [] },
});

export const PREFERENCES: readonly Preference[] = [
  { level: "global", enabled: true, channels: { in_app: true, email: true, sms: true, chat: true, push: true } },
  workflow("comment", "Comments and mentions", { in_app: true, email: true, push: true }),
  workflow("invitation", "Invitations", { in_app: true, email: true }),
  workflow("order", "Orders", { in_app: true, email: true, push: false }),
  workflow("summary", "Weekly summary", { email: true }),
  workflow("security", "Security", { in_app: true, email: true }, true),
];
