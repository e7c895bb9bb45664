import * as z from "zod/mini";
import { ACTOR_TYPES, BUTTON_TYPES, REDIRECT_TARGETS } from "#contract/constants/templates.ts";
import type { InAppMessage } from "#contract/messages.ts";

/** An optional field. A value that does not match the schema counts as absent, so that the rest can still be shown. */
export const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

const text = lenient(z.string());
const target = lenient(z.enum(REDIRECT_TARGETS));

const Button = z.looseObject({
  // An unknown type, from a newer server, is shown as the plainer of the two.
  type: z.catch(z.enum(BUTTON_TYPES), "secondary"),
  content: z.string(),
  url: text,
  target,
});

const Cta = z.looseObject({
  data: lenient(z.looseObject({ url: text, target })),
  action: lenient(z.looseObject({ buttons: lenient(z.array(Button)) })),
});

/** The fields of a message that the widget reads. Other fields are passed on unchanged. */
const CheckedMessage = z.looseObject({
  _id: z.string(),
  content: z.string(),
  // `Intl` throws for an invalid time.
  createdAt: z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
  seen: z.boolean(),
  read: z.boolean(),
  subject: text,
  title: text,
  avatar: text,
  actor: lenient(z.looseObject({ type: z.enum(ACTOR_TYPES), data: z.nullable(z.string()) })),
  cta: Cta,
});

/** Returns the message, or undefined for what cannot be shown as one. */
export function readMessage(value: unknown): InAppMessage | undefined {
  const parsed = z.safeParse(CheckedMessage, value);
  return parsed.success ? asContractMessage(parsed.data) : undefined;
}

/**
 * The contract promises the fields that are not checked. The widget does not read them; it passes them on to the callbacks
 * of the host page.
 */
function asContractMessage(message: z.infer<typeof CheckedMessage>): InAppMessage {
  // Fails to compile when a checked field differs from the contract's.
  const checked: Pick<InAppMessage, "_id" | "content" | "createdAt" | "seen" | "read" | "subject" | "title"> &
    Pick<InAppMessage, "avatar" | "actor" | "cta"> = message;
  return checked as InAppMessage;
}
