import type { SubscriberChannel } from "#contract/subscribers.ts";

type Credentials = SubscriberChannel["credentials"];

/** A subscriber's address with one provider, as it is stored. */
export interface StoredChannel {
  integrationId: string;
  integrationIdentifier?: string | undefined;
  providerId: string;
  credentials: Credentials;
}

/** The effect on device tokens that are stored already: `set` replaces them, `append` adds to them. */
export type CredentialsMode = "set" | "append";

/**
 * A subscriber's channels with new credentials for one integration. Keys that are not named stay, each token is kept once,
 * and an empty list of tokens empties the stored one in either mode.
 */
export function withCredentials(
  channels: readonly StoredChannel[],
  entry: StoredChannel,
  mode: CredentialsMode,
): StoredChannel[] {
  const isSame = (other: StoredChannel) =>
    other.providerId === entry.providerId && other.integrationId === entry.integrationId;
  const stored = channels.find(isSame);
  const credentials = mergeCredentials(stored?.credentials ?? {}, entry.credentials, mode);
  if (!stored) return [...channels, { ...entry, credentials }];
  return channels.map((channel) => (isSame(channel) ? { ...channel, credentials } : channel));
}

/** The same channels without these tokens of one integration; the very list when it has none of them. */
export function withoutTokens(
  channels: readonly StoredChannel[],
  { integrationId, providerId }: Pick<StoredChannel, "integrationId" | "providerId">,
  tokens: readonly string[],
): readonly StoredChannel[] {
  const hasToken = ({ credentials, ...entry }: StoredChannel) =>
    entry.providerId === providerId &&
    entry.integrationId === integrationId &&
    credentials.deviceTokens?.some((token) => tokens.includes(token));
  if (!channels.some(hasToken)) return channels;
  return channels.map((channel) => {
    if (!hasToken(channel)) return channel;
    const deviceTokens = channel.credentials.deviceTokens?.filter((token) => !tokens.includes(token)) ?? [];
    return { ...channel, credentials: { ...channel.credentials, deviceTokens } };
  });
}

function mergeCredentials(stored: Credentials, given: Credentials, mode: CredentialsMode): Credentials {
  const { deviceTokens } = given;
  if (deviceTokens === undefined) return { ...stored, ...given };
  const kept = mode === "append" && deviceTokens.length > 0 ? (stored.deviceTokens ?? []) : [];
  return { ...stored, ...given, deviceTokens: [...new Set([...kept, ...deviceTokens])] };
}

/** The credentials that Belfry keeps; whatever else a caller sends along is dropped. */
export function knownCredentials({ webhookUrl, channel, deviceTokens }: Record<string, unknown>): Credentials {
  return {
    ...(typeof webhookUrl === "string" && { webhookUrl }),
    ...(typeof channel === "string" && { channel }),
    ...(Array.isArray(deviceTokens) && { deviceTokens: deviceTokens.filter((token) => typeof token === "string") }),
  };
}
