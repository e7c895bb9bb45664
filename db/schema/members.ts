import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { MEMBER_STATUSES, MemberRole } from "#contract/constants/statuses.ts";
import { id, timestamps } from "./columns.ts";
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
    roles: text().array().$type<MemberRole[]>().notNull(),
    status: text().$type<(typeof MEMBER_STATUSES)[number]>().notNull(),
    ...timestamps(),
  },
  (t) => [
    // A person belongs to an organisation once; invited people have no user yet.
    uniqueIndex("members_organization_user").on(t.organizationId, t.userId),
  ],
);
