import { CHANNELS, type Channel } from "#contract/constants/channels.ts";
import type { Integration } from "#contract/integrations.ts";

/** Channels whose integrations have an order: what the first cannot send, the next one does. */
export const isRanked = (channel: Channel): channel is "email" | "sms" => channel === "email" || channel === "sms";

/** Whether an integration that is active sends for everyone, and has a place in the order of its channel. */
export const isForAll = ({ active, conditions }: Pick<Integration, "active" | "conditions">): boolean =>
  active && conditions.length === 0;

export interface ConnectedChannel {
  channel: Channel;
  /** In the order of use. */
  integrations: Integration[];
}

/** Returns the integrations of an environment by channel, in the order of use: the primary one first, then others for everyone, those for some tenants, and what is off. */
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
          Number(isForAll(b)) - Number(isForAll(a)) ||
          b.priority - a.priority ||
          b.createdAt.localeCompare(a.createdAt),
      ),
  }));
}

/** Returns the ids with one of them at another place. */
export function movedTo(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}
