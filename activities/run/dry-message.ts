import { DETAILS } from "#contract/constants/details.ts";
import type { MessageWrite } from "#db/queries/runs/slice-write.ts";
import type { Slice } from "./slice.ts";
import type { StepDetail } from "./step-conditions.ts";
import type { StepDelivery } from "./step-type.ts";

/** Longest content that a dry run keeps of a message, in characters of JSON. */
const DRY_MESSAGE_MAX = 200_000;

/** Of a message that a dry run would have sent. */
interface DryMessage {
  channel: MessageWrite["channel"];
  /** Name of the integration; absent for in-app messages. */
  integration?: string;
  /** Address, number or devices; absent where it is a secret, as of chat, and for the inbox. */
  to?: string;
  /** As it was rendered. Absent where the installation keeps no content. */
  content?: object;
  /** In place of content that is too long to be kept. */
  contentLength?: number;
}

/** The detail of a message that would be sent, by the delivery that it would be sent by. */
export function wouldBeSent(slice: Slice, message: MessageWrite, delivery: StepDelivery | undefined): StepDetail {
  const { channel, providerId } = message;
  const integration = slice.context.integrations.find(({ id }) => id === delivery?.integrationId)?.name;
  const to = message.email ?? message.phone ?? message.deviceTokens?.join(", ");
  const content = contentOf(slice, message, delivery);
  const length = content === undefined ? 0 : JSON.stringify(content).length;
  const raw: DryMessage = {
    channel,
    ...(integration !== undefined && { integration }),
    ...(to !== undefined && { to }),
    ...(content !== undefined && (length <= DRY_MESSAGE_MAX ? { content } : { contentLength: length })),
  };
  return { detail: DETAILS.wouldBeSent, status: "Success", providerId, raw };
}

/** The content as the subscriber would see it. Of an email it is the mail with its layout, which the message has only in parts. */
function contentOf({ deps }: Slice, message: MessageWrite, delivery: StepDelivery | undefined): object | undefined {
  const { channel, subject, title, content, contentFormat, blocks, cta } = message;
  if (channel !== "in_app" && !deps.config.storesContent) return undefined;
  if (channel === "email" && delivery) {
    const { html, text } = asMail(JSON.parse(delivery.request));
    return { subject, html, text };
  }
  return { subject, title, content: content ?? blocks, contentFormat, cta };
}

/** The channel's module made the request: it is the mail as an object. */
const asMail = (request: unknown) => request as { html?: unknown; text?: unknown };

/** Rendered content among the details of a dry run, in characters: the messages of others are counted by themselves. */
export const keptLength = (details: readonly { detail: string; raw?: unknown }[]): number =>
  details.reduce(
    (sum, { detail, raw }) => sum + (detail === DETAILS.wouldBeSent ? JSON.stringify(raw ?? {}).length : 0),
    0,
  );
