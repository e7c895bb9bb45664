import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Branding } from "#contract/accounts/organizations.ts";
import type { ProductUseCases } from "#contract/accounts/use-cases.ts";
import type { ServiceLevel } from "#contract/constants/statuses.ts";
import { id, timestamps } from "../columns.ts";

export const organizations = pgTable("organizations", {
  id: id(),
  name: text().notNull(),
  logo: text(),
  branding: jsonb().$type<Branding>(),
  serviceLevel: text().$type<ServiceLevel>().notNull().default("free"),
  domain: text(),
  language: text().array(),
  /** In the form of BCP 47: the language of texts that a subscriber's own has no translation of. `en` where it is null. */
  defaultLocale: text(),
  /** Whether its members need a second factor to reach anything of it. */
  demandsSecondFactor: boolean().notNull().default(false),
  /** Grows with each change of an environment variable, so that copies in memory are known to be out of date. 0: there never was one. */
  variablesRevision: integer().notNull().default(0),
  productUseCases: jsonb().$type<ProductUseCases>(),
  ...timestamps(),
});
