import { DETAILS } from "#contract/constants/details.ts";
import { type AttachmentRef, attachmentsOf, withoutAttachments } from "#domain/attachments.ts";
import { layoutOverride } from "#domain/overrides.ts";
import { emailText } from "#domain/templates/email-text.ts";
import type { EmailMessage, EmailSource } from "#providers/messages.ts";
import { findProvider } from "#providers/registry.ts";
import { oneClickUrl } from "../slice/preference-links.ts";
import { replyAddress } from "../slice/reply-address.ts";
import type { Member, Slice } from "../slice/slice.ts";
import {
  asObject,
  type ChannelModule,
  type ComposeInput,
  type Overrides,
  passthroughOf,
  stringsOf,
  textIn,
  textsIn,
} from "./channel.ts";

/** Mails by a provider. */
export const email: ChannelModule<"email"> = {
  channel: "email",
  checksFirst: true,
  errorId: "mail_unexpected_error",
  syntaxError: DETAILS.contentSyntaxError,

  unreachable({ slice, member, overrides }) {
    if (addressesOf(slice, member, overrides).length > 0) return undefined;
    return {
      problem: DETAILS.missingRecipient,
      message: {
        status: "warning",
        errorId: "mail_unexpected_error",
        errorText: "Subscriber does not have an email address",
      },
    };
  },

  compose(input, rendered) {
    const { slice, step, member, template, overrides, providerId } = input;
    const reply = replyAddress(slice, step, member);
    const to = addressesOf(slice, member, overrides);
    const subject = textIn(overrides, "subject") ?? rendered.subject;
    const senderName = textIn(overrides, "senderName") ?? rendered.senderName;
    const from = textIn(overrides, "from") ?? template.from;
    const text = textIn(overrides, "text");
    const html = textIn(overrides, "html");
    const replyTo = textIn(overrides, "replyTo") ?? (reply && "address" in reply ? reply.address : template.replyTo);
    const ipPoolName = textIn(overrides, "ipPoolName");
    const unsubscribeUrl = oneClickUrl(slice, member);
    const attachments = attachmentsOf(slice.event.payload, "email");
    const request: Omit<EmailMessage, "id" | "attachments"> & { attachments?: AttachmentRef[] } = {
      to,
      subject,
      html: html ?? text ?? rendered.html,
      cc: textsIn(overrides, "cc"),
      bcc: textsIn(overrides, "bcc"),
      headers: stringsOf(overrides.headers),
      customData: asObject(overrides.customData),
      ...(from && { from }),
      ...(senderName && { senderName }),
      ...textPart(text ?? (html === undefined ? rendered.text : emailText(html))),
      ...(replyTo && { replyTo }),
      ...(ipPoolName && { ipPoolName }),
      ...(unsubscribeUrl && { unsubscribeUrl }),
      ...passthroughOf(overrides),
      // Their bytes are brought by the dispatcher.
      ...(attachments.length > 0 && { attachments }),
      notificationDetails: {
        transactionId: slice.event.transactionId,
        workflowIdentifier: slice.context.workflow.identifier,
        subscriberId: member.subscriber?.subscriberId ?? "",
      },
      ...(findProvider("email", providerId)?.takesSource && { payloadDetails: sourceOf(input) }),
    };
    const content = typeof rendered.content === "string" ? { content: rendered.content } : { blocks: rendered.content };
    return { stored: { subject, ...content, email: to.join(",") }, requests: [{ ...request }] };
  },
};

/** A mail without words, such as one of pictures alone, has no text part. */
const textPart = (text: string): Pick<EmailMessage, "text"> => (text === "" ? {} : { text });

/** The mail before it was rendered, for providers that render themselves. */
function sourceOf({ slice: { event }, step, template }: ComposeInput): EmailSource {
  const { senderName, subject, preheader, content, contentType = "editor" } = template;
  const layoutId = layoutOverride(event.overrides, step) ?? template.layoutId ?? undefined;
  return { senderName, subject, preheader, content, layoutId, contentType, payload: withoutAttachments(event.payload) };
}

/** The payload's address, else the subscriber's, and those that the caller adds. */
function addressesOf({ event }: Slice, { subscriber }: Member, overrides: Overrides): string[] {
  const own = textIn(event.payload, "email") ?? subscriber?.email;
  return [...new Set([...(own ? [own] : []), ...textsIn(overrides, "to")])];
}
