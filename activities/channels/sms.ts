import { DETAILS } from "#contract/constants/details.ts";
import type { SmsMessage } from "#providers/messages.ts";
import { findProvider } from "#providers/registry.ts";
import type { Member } from "../run/member.ts";
import { asObject, type Overrides, passthroughOf, textIn } from "../run/override-values.ts";
import type { Slice } from "../run/slice.ts";
import type { ChannelModule } from "./channel.ts";

export const sms: ChannelModule<"sms"> = {
  channel: "sms",
  checksFirst: false,
  errorId: "unexpected_sms_error",
  noIntegrationErrorId: "sms_missing_integration_error",
  lacksSender: ({ providerId, sender }) => sender === undefined && needsSender(providerId),

  recipients: {
    of: ({ to }) => (typeof to === "string" && to !== "" ? [to] : []),
    without: (request, isLeftOut) =>
      typeof request.to === "string" && isLeftOut(request.to) ? { ...request, to: "" } : request,
  },

  unreachable({ slice, member }, _destination, overrides) {
    if (phoneOf(slice, member, overrides)) return undefined;
    return {
      problem: DETAILS.missingRecipient,
      message: {
        status: "warning",
        errorId: "no_subscriber_phone",
        errorText: "Subscriber does not have a phone number",
      },
    };
  },

  compose({ slice, member, bridged }, _destination, overrides, rendered) {
    const content = (!bridged && textIn(overrides, "content")) || rendered.content.trim();
    if (content === "") {
      return { problem: DETAILS.contentNotGenerated, raw: { error: "The content of the text message is empty" } };
    }
    const phone = phoneOf(slice, member, overrides) ?? "";
    const from = textIn(overrides, "from");
    const request: Omit<SmsMessage, "id"> = {
      to: phone,
      content,
      customData: asObject(overrides.customData),
      ...(from && { from }),
      ...passthroughOf(overrides),
    };
    return { stored: { content, phone }, requests: [{ ...request }] };
  },
};

const needsSender = (providerId: string): boolean =>
  findProvider("sms", providerId)?.catalogueEntry.credentials.some(({ key, required }) => key === "from" && required) ??
  false;

const phoneOf = ({ event }: Slice, { subscriber }: Member, overrides: Overrides): string | undefined =>
  textIn(overrides, "to") ?? textIn(event.payload, "phone") ?? subscriber?.phone;
