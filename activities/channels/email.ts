import { DETAILS } from "#contract/constants/details.ts";
import { mailboxOf } from "#contract/constants/templates/override-fields.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { type AttachmentRef, attachmentsOf, withoutAttachments } from "#domain/attachments.ts";
import { layoutOverride } from "#domain/overrides.ts";
import { emailText } from "#domain/templates/email/email-text.ts";
import type { EmailMessage, EmailSource } from "#providers/messages.ts";
import { findProvider } from "#providers/registry.ts";
import { providerIdOf } from "../run/choose-integration.ts";
import type { Member } from "../run/member.ts";
import { addressesIn, asObject, type Overrides, passthroughOf, textIn, textsIn } from "../run/override-values.ts";
import { oneClickUrl } from "../run/preference-links.ts";
import { replyAddress } from "../run/reply-address.ts";
import type { Slice } from "../run/slice.ts";
import type { ChannelModule, Recipient } from "./channel.ts";
import { mailHeaders } from "./mail-headers.ts";

export const email: ChannelModule<"email"> = {
  channel: "email",
  checksFirst: true,
  errorId: "mail_unexpected_error",
  syntaxError: DETAILS.contentSyntaxError,

  recipients: {
    of: (request) =>
      // Others have got it before.
      (isJsonObject(request.remaining) ? textsIn(request.remaining, "addresses") : textsIn(request, "to")).map(
        bareAddress,
      ),
    copiesOf: (request) => [...textsIn(request, "cc"), ...textsIn(request, "bcc")].map(bareAddress),
    without(request, isLeftOut) {
      const { remaining } = request;
      const left = (lists: Overrides, key: string) =>
        textsIn(lists, key).filter((text) => !isLeftOut(bareAddress(text)));
      return {
        ...request,
        to: left(request, "to"),
        cc: left(request, "cc"),
        bcc: left(request, "bcc"),
        ...(isJsonObject(remaining) && { remaining: { ...remaining, addresses: left(remaining, "addresses") } }),
      };
    },
  },

  unreachable({ slice, member }, _destination, overrides) {
    if (addressesOf(slice, member, overrides, undefined).length > 0) return undefined;
    return {
      problem: DETAILS.missingRecipient,
      message: {
        status: "warning",
        errorId: "mail_unexpected_error",
        errorText: "Subscriber does not have an email address",
      },
    };
  },

  compose(recipient, destination, overrides, rendered) {
    const { slice, step, member, template } = recipient;
    const reply = replyAddress(slice, step, member);
    const { takesMailboxes, takesSource } = findProvider("email", providerIdOf(destination)) ?? {};
    const to = addressesOf(slice, member, overrides, takesMailboxes);
    const subject = textIn(overrides, "subject") ?? rendered.subject;
    const { from, senderName } = senderOf(overrides, { from: template.from, senderName: rendered.senderName });
    const text = textIn(overrides, "text");
    const html = textIn(overrides, "html");
    const given = mailHeaders(overrides);
    const addresses = (source: object) => recipientsIn({ ...source }, "replyTo", takesMailboxes);
    const named = [overrides, given].map(addresses).find((list) => list.length > 0);
    const replyTos =
      named ?? (reply && "address" in reply ? [reply.address] : addresses({ replyTo: template.replyTo }));
    const [replyTo] = replyTos;
    const ipPoolName = textIn(overrides, "ipPoolName");
    const unsubscribeUrl = oneClickUrl(slice, member);
    const attachments = attachmentsOf(slice.event.payload, "email");
    const request: Omit<EmailMessage, "id" | "attachments"> & { attachments?: AttachmentRef[] } = {
      to,
      subject,
      html: html ?? text ?? rendered.html,
      cc: recipientsIn(overrides, "cc", takesMailboxes),
      bcc: recipientsIn(overrides, "bcc", takesMailboxes),
      headers: given.headers,
      customData: asObject(overrides.customData),
      ...(from && { from }),
      ...(senderName && { senderName }),
      ...textPart(text ?? (html === undefined ? rendered.text : emailText(html))),
      ...(replyTo && { replyTo }),
      ...(takesMailboxes && replyTos.length > 1 && { replyTos }),
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
      ...(takesSource && { payloadDetails: sourceOf(recipient) }),
    };
    const content = typeof rendered.content === "string" ? { content: rendered.content } : { blocks: rendered.content };
    return { stored: { subject, ...content, email: to.join(",") }, requests: [{ ...request }] };
  },
};

/** The sender, whose name is the narrowest that is given: a name beside an override's address is narrower than the template's. */
function senderOf(overrides: Overrides, template: { from: string | undefined; senderName: string | undefined }) {
  const given = mailboxOf(textIn(overrides, "from") ?? "");
  const own = mailboxOf(template.from ?? "");
  return {
    from: given?.address ?? own?.address,
    senderName: textIn(overrides, "senderName") ?? given?.name ?? (template.senderName || own?.name),
  };
}

/** A mail without words, such as one of pictures alone, has no text part. */
const textPart = (text: string): Pick<EmailMessage, "text"> => (text === "" ? {} : { text });

/** The mail before it was rendered, for providers that render themselves. */
function sourceOf({ slice: { event }, step, template }: Recipient): EmailSource {
  const { senderName, subject, preheader, content, contentType = "editor" } = template;
  const layoutId = layoutOverride(event.overrides, step) ?? template.layoutId ?? undefined;
  return { senderName, subject, preheader, content, layoutId, contentType, payload: withoutAttachments(event.payload) };
}

/** The payload's address, else the subscriber's, and those that the caller adds. The run notes one of the payload that is none. */
function addressesOf(
  { event }: Slice,
  { subscriber }: Member,
  overrides: Overrides,
  takesMailboxes: true | undefined,
): string[] {
  const given = recipientsIn({ email: textIn(event.payload, "email") }, "email", takesMailboxes);
  const own = given.length > 0 || !subscriber?.email ? given : [subscriber.email];
  return [...new Set([...own, ...recipientsIn(overrides, "to", takesMailboxes)])];
}

const bareAddress = (text: string): string => mailboxOf(text)?.address ?? text;

/** With their names, where the provider takes them. */
function recipientsIn(overrides: Overrides, key: string, takesMailboxes: true | undefined): string[] {
  const given = addressesIn(overrides, key);
  return takesMailboxes ? given : given.map(bareAddress);
}
