import { customType, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../columns.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Pictures that an organisation uploaded. A row never changes: mails that were sent name it by its id. */
export const organizationLogos = pgTable(
  "organization_logos",
  {
    id: id(),
    organizationId: uuid().notNull(),
    type: text().$type<"image/png" | "image/jpeg">().notNull(),
    file: bytea().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // Only the newest of an organisation are kept.
    index("organization_logos_newest").on(t.organizationId, t.createdAt),
  ],
);
