import type { MessageTemplate } from "#contract/workflows/templates.ts";
import type { Slice } from "../run/slice.ts";
import type { ChannelModule, Composed } from "./channel.ts";

/** Inbox messages: the stored row is the delivery. */
export const inApp: ChannelModule<"in_app"> = {
  channel: "in_app",
  checksFirst: true,
  errorId: "in_app_unexpected_error",
  isDeliveredByStoring: true,
  unreachable: () => undefined,
  compose({ slice, template }, _destination, _overrides, { content, format, subject, cta, actor, data }) {
    const shown = actor ? { actor } : actorOf(slice, template);
    const stored = {
      content,
      contentFormat: format,
      ...(subject !== "" && { subject }),
      ...(cta && { cta }),
      ...shown,
      ...(data && { data }),
      ...(template.feedId && { feedId: template.feedId }),
    };
    return { stored, requests: [] };
  },
};

/** The message's avatar: the template's, or that of the trigger's actor. */
function actorOf({ context }: Slice, { actor }: MessageTemplate): Pick<Composed["stored"], "actor" | "actorId"> {
  if (!actor || actor.type === "none") return {};
  if (actor.type !== "user") return { actor };
  return { actor: { type: "user", data: null }, ...(context.actor && { actorId: context.actor._id }) };
}
