import { z } from "zod";
import { example } from "./common.ts";
import { MARK_AS } from "./constants/statuses.ts";
import { ACTION_STATUSES, BUTTON_TYPES } from "./constants/templates.ts";
import { feedIdentifiers } from "./feed.ts";

/** One id, several, or several in one text separated by commas. */
const messageIds = z
  .union([z.string(), z.array(z.string())], { error: "messageId is required" })
  .transform((value) =>
    [value]
      .flat()
      .flatMap((text) => text.split(","))
      .map((id) => id.trim())
      .filter(Boolean),
  )
  .refine((ids) => ids.length > 0, { error: "messageId is required" });

/** Exactly the given flags; neither means seen. */
export const MarkMessages = z
  .object({
    messageId: messageIds,
    mark: z
      .object({ seen: z.boolean().nullish(), read: z.boolean().nullish() })
      .transform(({ seen, read }): { seen?: boolean; read?: boolean } => ({
        ...(typeof seen === "boolean" && { seen }),
        ...(typeof read === "boolean" && { read }),
      }))
      .transform((flags) => (Object.keys(flags).length === 0 ? { seen: true } : flags)),
  })
  .meta(example({ messageId: "0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10", mark: { seen: true, read: true } }));

export const MarkMessagesAs = z
  .object({ messageId: messageIds, markAs: z.enum(MARK_AS) })
  .meta(example({ messageId: ["0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10"], markAs: "read" }));

export const MarkAll = z
  .object({ markAs: z.enum(MARK_AS), feedIdentifier: feedIdentifiers.nullish() })
  .meta(example({ markAs: "seen" }));

/** How many messages changed. */
export const MarkedCount = z.number().int();

/** A button of a message: the last parts of the path of an action. */
export const ActionParams = z.object({ messageId: z.string(), type: z.enum(BUTTON_TYPES) });
export const UpdateAction = z
  .object({
    status: z.enum(ACTION_STATUSES),
    payload: z.record(z.string(), z.unknown(), { error: "must be an object" }).nullish(),
  })
  .meta(example({ status: "done", payload: { orderId: "A-1001" } }));
