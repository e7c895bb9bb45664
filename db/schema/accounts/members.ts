import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { MEMBER_STATUSES } from "#contract/constants/statuses.ts";
import { id, moment, timestamps } from "../columns.ts";
import { organizations } from "./organizations.ts";
import { users } from "./users.ts";

export const members = pgTable(
  "members",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    userId: uuid().references(() => users.id),
    /** Identifiers of roles, of which the person has all permissions. */
    roles: text().array().notNull(),
    status: text().$type<(typeof MEMBER_STATUSES)[number]>().notNull(),
    /** Of an invitation: the normalised address that it went to, and who sent it last. */
    inviteEmail: text(),
    inviterId: uuid().references(() => users.id),
    invitedAt: moment(),
    /** Of its mails that left within the last day. */
    inviteMailedAt: moment().array().notNull().default([]),
    answeredAt: moment(),
    /** SHA-256 of the invitation's token in hex; null once it is answered. */
    inviteTokenHash: text(),
    inviteExpiresAt: moment(),
    ...timestamps(),
  },
  (t) => [
    // A person belongs to an organisation once; invited people have no user yet.
    uniqueIndex("members_organization_user").on(t.organizationId, t.userId),
    // An address is invited once, however many invite it at the same time.
    uniqueIndex("members_invitation").on(t.organizationId, t.inviteEmail).where(sql`${t.status} = 'invited'`),
    // Reading and accepting an invitation.
    uniqueIndex("members_invite_token").on(t.inviteTokenHash),
    // A person's organisations.
    index("members_user").on(t.userId),
  ],
);
