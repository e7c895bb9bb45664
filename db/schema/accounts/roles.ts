import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Permission } from "#contract/constants/permission-names.ts";
import { id, timestamps } from "../columns.ts";
import { organizations } from "./organizations.ts";

/** Roles that an organisation made beside the built-in ones. Members and API keys name them by their identifiers. */
export const roles = pgTable(
  "roles",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    identifier: text().notNull(),
    name: text().notNull(),
    permissions: text().array().$type<Permission[]>().notNull(),
    ...timestamps(),
  },
  (t) => [uniqueIndex("roles_identifier").on(t.organizationId, t.identifier)],
);
