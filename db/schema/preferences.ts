import { boolean, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { PreferenceType } from "#contract/constants/statuses.ts";
import type { ChoiceSources } from "#contract/preferences.ts";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import { id, owner, timestamps } from "./columns.ts";

/** One layer of preferences. Only what was named is stored; what is left out falls to the next layer. */
export const preferences = pgTable(
  "preferences",
  {
    id: id(),
    ...owner(),
    type: text().$type<PreferenceType>().notNull(),
    workflowId: uuid(),
    subscriberId: uuid(),
    /** Of a subscriber's choice: the contexts, `ContextKeys`, that it is for. */
    contextKeys: text().array(),
    /** The switch over all channels; null when it was never touched. */
    enabled: boolean(),
    readOnly: boolean().notNull().default(false),
    channels: jsonb().$type<Partial<ChannelFlags>>().notNull().default({}),
    /** Of a subscriber's choice: by channel, and by `all` for the switch over all channels, where and when it was made. Older ones are unknown. */
    sources: jsonb().$type<ChoiceSources>().notNull().default({}),
    ...timestamps(),
  },
  (t) => [
    // One row per layer; also what a step reads for its whole cohort.
    unique("preferences_layer")
      .on(t.environmentId, t.type, t.workflowId, t.subscriberId, t.contextKeys)
      .nullsNotDistinct(),
    // All that one subscriber chose.
    index("preferences_subscriber").on(t.subscriberId),
  ],
);
