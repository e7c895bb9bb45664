import { DETAILS } from "#contract/constants/details.ts";
import { WHATSAPP_PROVIDER } from "#contract/constants/provider-ids.ts";
import { isWebAddress } from "#contract/constants/values/web-address.ts";
import { fieldsOfProvider } from "#domain/templates/provider-fields.ts";
import { writeValues } from "#domain/templates/value-marks.ts";
import type { ChatMessage } from "#providers/messages.ts";
import { findProvider } from "#providers/registry.ts";
import { type Destination, providerIdOf } from "../run/choose-integration.ts";
import { asObject, type Overrides, passthroughOf, textIn } from "../run/override-values.ts";
import type { Problem } from "../run/problem.ts";
import type { Slice } from "../run/slice.ts";
import type { ChannelModule } from "./channel.ts";

export const chat: ChannelModule<"chat"> = {
  channel: "chat",
  checksFirst: false,
  errorId: "unexpected_chat_error",
  noIntegrationErrorId: "chat_missing_integration_error",
  entries: {
    virtualProviderId: WHATSAPP_PROVIDER,
    completion: "any_sent",
    missing: [DETAILS.noChannel],
    failed: DETAILS.allChatFailed,
    addressOf: (request) => textIn(request, "webhookUrl"),
  },

  unreachable({ slice, member }, destination, overrides) {
    if (isByPhone(destination)) return member.subscriber?.phone ? undefined : noPhoneNumber;
    if (webhookUrlOf(slice, destination, overrides)) return undefined;
    const reason = `The subscriber's ${destination.entry?.providerId} credentials have no webhookUrl`;
    return {
      problem: DETAILS.noWebhookUrl,
      raw: { reason },
      message: { status: "warning", errorId: "no_subscriber_chat_channel_id", errorText: reason },
    };
  },

  compose({ slice, member }, destination, given, { content, marked, providers }) {
    const providerId = providerIdOf(destination);
    const escapes = findProvider("chat", providerId)?.escapes;
    const overrides = { ...fieldsOfProvider(providers, providerId, escapes), ...given };
    // What is left of the overrides is the vendor's own, and so is `customData` in them.
    const { customData, webhookUrl: _target, integrationIdentifier: _chosen, _passthrough, ...fields } = overrides;
    const channel = destination.entry?.credentials.channel;
    const phone = isByPhone(destination) ? (member.subscriber?.phone ?? "") : undefined;
    const request: Omit<ChatMessage, "id"> = {
      webhookUrl: phone === undefined ? (webhookUrlOf(slice, destination, given) ?? "") : "",
      ...(phone !== undefined && { phoneNumber: phone }),
      content: marked === undefined ? content : writeValues(marked, escapes),
      customData: { ...fields, ...asObject(customData) },
      ...(channel && { channel }),
      ...passthroughOf(overrides),
    };
    return { stored: { content, ...(phone && { phone }) }, requests: [{ ...request }] };
  },
};

const isByPhone = ({ entry }: Destination): boolean => entry?.providerId === WHATSAPP_PROVIDER;

const noPhoneNumber: Problem = {
  problem: DETAILS.noPhoneNumber,
  raw: { reason: "The subscriber has no phone number: store one to reach it by WhatsApp" },
  message: {
    status: "warning",
    errorId: "no_subscriber_chat_phone_number",
    errorText: "The subscriber has no phone number",
  },
};

/**
 * The address that the caller names for the provider or for the event, else that of the subscriber's credentials. The run notes one of the
 * payload that is none.
 */
const webhookUrlOf = ({ event }: Slice, { entry }: Destination, overrides: Overrides): string | undefined =>
  textIn(overrides, "webhookUrl") ??
  [textIn(event.payload, "webhookUrl")].find(isWebAddress) ??
  entry?.credentials.webhookUrl;
