import { z } from "zod";
import { Id } from "#contract/common.ts";
import { CHANNELS } from "#contract/constants/channels.ts";

const list = <T extends z.ZodType<string>>(item: T) =>
  z
    .preprocess((value) => [value ?? []].flat(), z.array(item))
    .catch([])
    .default([]);

/** The search parameters of the activity screen. A value that does not parse counts as absent. */
export const RunSearch = z.object({
  page: z.coerce.number().int().min(0).catch(0).default(0),
  channels: list(z.enum(CHANNELS)),
  templates: list(Id),
  subscriberIds: list(z.string()),
  transactionId: z.string().catch("").default(""),
});
export type RunSearch = z.infer<typeof RunSearch>;

export function isFiltered({ channels, templates, subscriberIds, transactionId }: RunSearch): boolean {
  return channels.length + templates.length + subscriberIds.length > 0 || transactionId !== "";
}
