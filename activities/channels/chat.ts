import { DETAILS } from "#contract/constants/details.ts";
import { WHATSAPP_PROVIDER } from "#contract/constants/provider-ids.ts";
import { isWebAddress } from "#contract/constants/values/web-address.ts";
import { fieldsOfProvider } from "#domain/templates/provider-fields.ts";
import { writeValues } from "#domain/templates/value-marks.ts";
import type { ChatMessage } from "#providers/messages.ts";
import { findProvider } from "#providers/registry.ts";
import { asObject, passthroughOf, textIn } from "../run/override-values.ts";
import type { Problem } from "../run/problem.ts";
import type { ChannelModule, ComposeInput } from "./channel.ts";

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

  unreachable(input) {
    if (isByPhone(input)) return input.member.subscriber?.phone ? undefined : noPhoneNumber;
    if (webhookUrlOf(input)) return undefined;
    const reason = `The subscriber's ${input.entry?.providerId} credentials have no webhookUrl`;
    return {
      problem: DETAILS.noWebhookUrl,
      raw: { reason },
      message: { status: "warning", errorId: "no_subscriber_chat_channel_id", errorText: reason },
    };
  },

  compose(input, { content, marked, providers }) {
    const escapes = findProvider("chat", input.providerId)?.escapes;
    const overrides = { ...fieldsOfProvider(providers, input.providerId, escapes), ...input.overrides };
    // What is left of the overrides is the vendor's own, and so is `customData` in them.
    const { customData, webhookUrl: _target, integrationIdentifier: _chosen, _passthrough, ...fields } = overrides;
    const channel = input.entry?.credentials.channel;
    const phone = isByPhone(input) ? (input.member.subscriber?.phone ?? "") : undefined;
    const request: Omit<ChatMessage, "id"> = {
      webhookUrl: phone === undefined ? (webhookUrlOf(input) ?? "") : "",
      ...(phone !== undefined && { phoneNumber: phone }),
      content: marked === undefined ? content : writeValues(marked, escapes),
      customData: { ...fields, ...asObject(customData) },
      ...(channel && { channel }),
      ...passthroughOf(overrides),
    };
    return { stored: { content, ...(phone && { phone }) }, requests: [{ ...request }] };
  },
};

const isByPhone = ({ entry }: ComposeInput): boolean => entry?.providerId === WHATSAPP_PROVIDER;

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
const webhookUrlOf = ({ slice: { event }, overrides, entry }: ComposeInput): string | undefined =>
  textIn(overrides, "webhookUrl") ??
  [textIn(event.payload, "webhookUrl")].find(isWebAddress) ??
  entry?.credentials.webhookUrl;
