import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment, owner } from "./columns.ts";

/** Whether the vendor of an integration reports what became of messages, to the minute. */
export const integrationReports = pgTable("integration_reports", {
  integrationId: uuid().primaryKey(),
  ...owner(),
  /** The last call whose reports were stored. */
  receivedAt: moment(),
  /** The last call that was refused, and why. */
  refusedAt: moment(),
  refusal: text(),
});
