import { z } from "zod";
import { ChannelFlags } from "./channel-flags.ts";
import { SubscriberHours, SubscriberHoursChange } from "./subscriber-hours.ts";

/*
 * The global preference of an inbox session as the published clients read and change it, under /v1/inbox:
 * api-workflows-and-widget.md 5.2 and 5.3, client-js-react-3x.md section 4.
 */

export const InboxGlobalPreference = z.object({
  level: z.literal("global"),
  enabled: z.boolean(),
  channels: ChannelFlags,
  /** Left out for a subscriber who never chose any. */
  schedule: SubscriberHours.optional(),
});
export type InboxGlobalPreference = z.infer<typeof InboxGlobalPreference>;

/** Channels and hours that are not named stay as they are. */
export const UpdateInboxGlobalPreference = z.object({
  ...ChannelFlags.partial().shape,
  schedule: SubscriberHoursChange.optional(),
});
export type UpdateInboxGlobalPreference = z.infer<typeof UpdateInboxGlobalPreference>;
