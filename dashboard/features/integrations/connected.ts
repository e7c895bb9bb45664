import { CHANNELS, type Channel } from "#contract/constants/channels.ts";
import type { Integration } from "#contract/integrations.ts";

/** Channels whose integrations have an order: what the first cannot send, the next one does. */
export const isRanked = (channel: Channel): channel is "email" | "sms" => channel === "email" || channel === "sms";

export interface ConnectedChannel {
  channel: Channel;
  /** In the order of use. */
  integrations: Integration[];
}

/** Returns the integrations of an environment by channel, in the order of use: the primary one first, and what is off last. */
export function byChannel(all: readonly Integration[], environmentId: string | undefined): ConnectedChannel[] {
  const own = all.filter(({ _environmentId }) => _environmentId === environmentId);
  return CHANNELS.map((channel) => ({
    channel,
    integrations: own
      .filter((one) => one.channel === channel)
      .sort(
        (a, b) =>
          Number(b.active) - Number(a.active) ||
          Number(b.primary) - Number(a.primary) ||
          b.priority - a.priority ||
          b.createdAt.localeCompare(a.createdAt),
      ),
  }));
}

/** Returns the active integrations of a channel with one moved up or down, as their ids; undefined where it is at the end already. */
export function movedOrder(integrations: readonly Integration[], id: string, by: -1 | 1): string[] | undefined {
  const ids = integrations.filter(({ active }) => active).map(({ _id }) => _id);
  const from = ids.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= ids.length) return undefined;
  ids.splice(to, 0, ...ids.splice(from, 1));
  return ids;
}
