import { pgTable, uuid } from "drizzle-orm/pg-core";
import { moment } from "../columns.ts";

/** API processes that hold sockets of inboxes. One that has not been seen for a while is gone, and so are its sockets. */
export const apiProcesses = pgTable("api_processes", {
  id: uuid().primaryKey(),
  seenAt: moment().notNull(),
});
