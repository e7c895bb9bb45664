import { boolean, index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, moment, timestamps } from "../columns.ts";

/** Texts that templates read as `env.<key>`. They are the organisation's; each environment has a value of its own. */
export const environmentVariables = pgTable(
  "environment_variables",
  {
    id: id(),
    organizationId: uuid().notNull(),
    key: text().notNull(),
    isSecret: boolean().notNull(),
    ...timestamps(),
  },
  (t) => [unique("environment_variables_key").on(t.organizationId, t.key)],
);

/** An environment without a row has no value. */
export const environmentVariableValues = pgTable(
  "environment_variable_values",
  {
    variableId: uuid()
      .notNull()
      .references(() => environmentVariables.id, { onDelete: "cascade" }),
    organizationId: uuid().notNull(),
    environmentId: uuid().notNull(),
    /** Encrypted where the variable is secret. */
    value: text().notNull(),
    setAt: moment().notNull(),
    /** Null where a key set it. */
    setBy: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.variableId, t.environmentId] }),
    // All values of an environment, which workers read together.
    index("environment_variable_values_environment").on(t.environmentId),
  ],
);
