import { pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { ErrorClass } from "#domain/lanes/failover.ts";
import { createdAt, moment, owner } from "../columns.ts";

/**
 * An integration of email or sms whose circuit has opened in some process: messages are decided for the next one until it
 * has been probed. Or one of any channel that its vendor refuses, which goes on being tried. There is no row while it works.
 */
export const integrationOutages = pgTable("integration_outages", {
  integrationId: uuid().primaryKey(),
  ...owner(),
  since: createdAt(),
  /** The last failure. */
  errorClass: text().$type<ErrorClass>().notNull(),
  message: text().notNull(),
  /** How often it was left alone since it worked last; each time for longer. Zero: its vendor refuses it, and it is not left alone. */
  coolDowns: smallint().notNull(),
  /** Until then nothing is tried through it, and afterwards one message. */
  coolsUntil: moment().notNull(),
  /** While that message is on its way: until when its result is awaited. */
  probeUntil: moment(),
});
