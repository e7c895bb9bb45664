import { DETAILS } from "#contract/constants/details.ts";
import { withoutAttachments } from "#domain/attachments.ts";
import type { PushMessage } from "#providers/messages.ts";
import { findProvider } from "#providers/registry.ts";
import { type Destination, providerIdOf } from "../run/choose-integration.ts";
import { collectedOf } from "../run/digest-variables.ts";
import { type Overrides, passthroughOf, textsIn } from "../run/override-values.ts";
import type { ChannelModule } from "./channel.ts";

/** Push messages, one for each of the subscriber's entries and one send for each of its devices. */
export const push: ChannelModule<"push"> = {
  channel: "push",
  checksFirst: false,
  errorId: "unexpected_push_error",
  entries: {
    completion: "all_sent",
    missing: [DETAILS.noChannel, DETAILS.pushFailed],
    failed: DETAILS.pushFailed,
    providerOverridesOnly: true,
    deviceTokenOf: ({ target }) => (Array.isArray(target) && typeof target[0] === "string" ? target[0] : undefined),
  },

  unreachable(_recipient, destination, overrides) {
    if (deviceTokensOf(destination, overrides).length > 0) return undefined;
    // The entry as callers know it.
    const { integrationId: _integrationId, ...entry } = destination.entry ?? {};
    return { problem: DETAILS.noDeviceTokens, raw: { _integrationId, ...entry } };
  },

  compose({ slice, member }, destination, overrides, { title, content }) {
    const {
      deviceTokens: _tokens,
      integrationIdentifier: _chosen,
      notificationIdentifiers: _ids,
      _passthrough,
      ...fields
    } = overrides;
    const deviceTokens = deviceTokensOf(destination, overrides);
    const request: Omit<PushMessage, "id" | "target"> = {
      title,
      content,
      payload: withoutAttachments(slice.event.payload),
      subscriber: member.subscriber ?? {},
      // Its events are brought by the dispatcher.
      ...(findProvider("push", providerIdOf(destination))?.takesSource && collectedOf(member)),
      ...(Object.keys(fields).length > 0 && { overrides: fields }),
      ...passthroughOf(overrides),
    };
    return {
      stored: { title, content, deviceTokens },
      requests: deviceTokens.map((deviceToken) => ({ target: [deviceToken], ...request })),
    };
  },
};

/** Those that the caller names for the provider, else those of the subscriber's credentials; each once. */
function deviceTokensOf({ entry }: Destination, overrides: Overrides): string[] {
  const tokens = Array.isArray(overrides.deviceTokens)
    ? textsIn(overrides, "deviceTokens")
    : (entry?.credentials.deviceTokens ?? []);
  return [...new Set(tokens)];
}
