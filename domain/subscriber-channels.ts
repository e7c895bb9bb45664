import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import type { SubscriberChannel } from "#contract/subscribers.ts";
import { maskedSecret } from "./values/masked-secret.ts";

type Credentials = SubscriberChannel["credentials"];

/** A subscriber's address with one provider, as it is stored. */
export interface StoredChannel {
  integrationId: string;
  integrationIdentifier?: string | undefined;
  providerId: string;
  credentials: Credentials;
}

/** By device token, when it was stored last: ISO 8601. */
export type TokenMoments = Readonly<Record<string, string>>;

/** The effect on device tokens that are stored already: `set` replaces them, `append` adds to them. */
export type CredentialsMode = "set" | "append";

/**
 * A subscriber's channels with new credentials for one integration. Keys that are not named stay, each token is kept once,
 * and an empty list of tokens empties the stored one in either mode. A mask of what is stored stands for that.
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

const tokensOf = (channels: readonly Pick<StoredChannel, "credentials">[]): string[] =>
  channels.flatMap(({ credentials }) => credentials.deviceTokens ?? []);

/**
 * Returns when each token of the channels was stored, once `given` was stored into them: now, but for a token whose moment is no older than
 * `keptMs`. What was not given keeps its moment.
 */
export function tokenMoments(
  before: TokenMoments,
  {
    channels,
    given,
    now,
    keptMs,
  }: { channels: readonly StoredChannel[]; given: readonly StoredChannel[]; now: Date; keptMs: number },
): TokenMoments {
  const again = new Set(tokensOf(given));
  const kept = new Date(now.getTime() - keptMs).toISOString();
  return Object.fromEntries(
    tokensOf(channels).flatMap((token) => {
      const known = Object.hasOwn(before, token) ? before[token] : undefined;
      if (again.has(token) && (known === undefined || known < kept)) return [[token, now.toISOString()]];
      return known === undefined ? [] : [[token, known]];
    }),
  );
}

/** Whether a vendor's refusal is about a token as it is stored: what was stored after that moment is another one, or lives again. */
export const isRefusedToken = (storedAt: TokenMoments, token: string, refusedAt: Date | undefined): boolean => {
  const at = Object.hasOwn(storedAt, token) ? storedAt[token] : undefined;
  return at === undefined || refusedAt === undefined || new Date(at) <= refusedAt;
};

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

/** The secret credentials that are still masked once stored ones have taken the place of their masks: nothing stored has such a mask. */
export const unknownMasks = (
  channels: readonly StoredChannel[],
  { providerId, integrationId }: Pick<StoredChannel, "integrationId" | "providerId">,
): string[] =>
  channels
    .filter((channel) => channel.providerId === providerId && channel.integrationId === integrationId)
    .flatMap(({ credentials: { webhookUrl = "", deviceTokens = [] } }) => [
      ...(webhookUrl.startsWith(SECRET_PREFIX) ? ["webhookUrl"] : []),
      ...(deviceTokens.some((token) => token.startsWith(SECRET_PREFIX)) ? ["deviceTokens"] : []),
    ]);

/** Each text that is the mask of a stored one becomes that. Tokens with the same mask are taken in their order, as they are shown. */
function unmasked(stored: Credentials, { webhookUrl, deviceTokens, ...given }: Credentials): Credentials {
  const left = [...(stored.deviceTokens ?? [])];
  const tokenOf = (text: string): string => {
    const index = left.findIndex((token) => text === token || text === maskedSecret(token));
    return index < 0 ? text : (left.splice(index, 1)[0] ?? text);
  };
  const isKept = stored.webhookUrl !== undefined && webhookUrl === maskedSecret(stored.webhookUrl);
  return {
    ...given,
    ...(webhookUrl !== undefined && { webhookUrl: isKept ? stored.webhookUrl : webhookUrl }),
    ...(deviceTokens && { deviceTokens: deviceTokens.map(tokenOf) }),
  };
}

function mergeCredentials(stored: Credentials, sent: Credentials, mode: CredentialsMode): Credentials {
  const given = unmasked(stored, sent);
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
