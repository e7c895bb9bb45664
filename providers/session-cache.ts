import { createHash } from "node:crypto";
import type { Channel } from "#contract/constants/channels.ts";
import { MINUTE } from "#contract/constants/values/times.ts";
import type { HttpClient } from "./http/http.ts";
import { untilAborted } from "./http/until-aborted.ts";
import type { SendResult } from "./messages.ts";
import type { AnyProvider } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import { findProvider } from "./registry.ts";
import type { Receipt } from "./reports/receipts.ts";
import type { AddressToLift, ListAnswer } from "./reports/vendor-list.ts";
import type { CallOptions, SendOptions, SessionTools } from "./send-context.ts";
import type { Session } from "./session.ts";
import type { StoredCredentials } from "./stored-credentials.ts";

/** A session without a call for so long is closed. */
const SESSION_IDLE_MS = 5 * MINUTE;

/** An integration that a message is sent with. */
export interface IntegrationToOpen {
  id: string;
  channel: Channel;
  providerId: string;
  /** As stored, encrypted. Other values mean another session. */
  credentials: StoredCredentials;
}
/** A message as it was stored as JSON: the EmailMessage, SmsMessage, ChatMessage or PushMessage that the channel's module made. */
export type StoredMessage = Record<string, unknown> & { id: string };

/** Keeps the sessions of integrations open between sends: one for each, opened by its first send. */
export interface SessionCache {
  /** Sends over the integration's session. Throws ProviderError, or the signal's reason once that has fired. */
  send(integration: IntegrationToOpen, message: StoredMessage, options: SendOptions): Promise<SendResult>;
  /** Asks over it what became of messages, by the vendor's ids. Throws as `send` does. */
  askReceipts(
    integration: IntegrationToOpen,
    ids: readonly string[],
    options?: CallOptions,
  ): Promise<ReadonlyMap<string, Receipt>>;
  /** Has its vendor take an address off its list; undefined where it keeps none. Throws as `send` does. */
  lift(integration: IntegrationToOpen, entry: AddressToLift, options?: CallOptions): Promise<ListAnswer | undefined>;
  /** Closes the integration's session when the sends under way have ended. */
  retire(integrationId: string): void;
  /** Settles when the sends under way have ended and every session is closed. No send may follow. */
  close(): Promise<void>;
}

export interface SessionCacheDeps {
  tools: SessionTools<HttpClient>;
  decrypt(stored: StoredCredentials): StoredCredentials;
  /** Called with the error of a session that could not be closed; nothing waits for it any more. */
  onCloseFailed(error: unknown): void;
  idleMs?: number;
  /** In place of the registry's. */
  findProvider?(channel: Channel, id: string): AnyProvider | undefined;
}

interface Entry {
  integrationId: string;
  /** A digest of provider and credentials. */
  revision: string;
  session: Promise<Session<StoredMessage>>;
  calls: Set<Promise<unknown>>;
  idle: NodeJS.Timeout;
}

export function createSessionCache(deps: SessionCacheDeps): SessionCache {
  const { idleMs = SESSION_IDLE_MS } = deps;
  /** The entries that new sends use, by integration. */
  const entries = new Map<string, Entry>();
  /** Sessions that end: their last sends, then their close. */
  const endings = new Set<Promise<void>>();
  let isClosed = false;

  function open(integration: IntegrationToOpen, revision: string): Entry {
    const entry: Entry = {
      integrationId: integration.id,
      revision,
      session: openSession(integration, deps),
      calls: new Set(),
      idle: setTimeout(() => entry.calls.size === 0 && retire(entry), idleMs).unref(),
    };
    entries.set(integration.id, entry);
    // Not kept, so that the next send tries again.
    entry.session.catch(() => forget(entry));
    return entry;
  }

  function forget(entry: Entry): void {
    clearTimeout(entry.idle);
    if (entries.get(entry.integrationId) === entry) entries.delete(entry.integrationId);
  }

  function retire(entry: Entry): void {
    forget(entry);
    const ending = end(entry).finally(() => endings.delete(ending));
    endings.add(ending);
  }

  async function end({ session, calls }: Entry): Promise<void> {
    await Promise.allSettled(calls);
    // One that failed to open has nothing to close; its sends have thrown the error.
    const opened = await session.catch(() => undefined);
    await opened?.close().catch(deps.onCloseFailed);
  }

  /** Makes one call over the integration's session, which does not end before the call has. */
  async function call<T>(
    integration: IntegrationToOpen,
    { signal }: CallOptions,
    work: (session: Session<StoredMessage>) => Promise<T>,
  ): Promise<T> {
    if (isClosed) throw new Error("The session cache is closed: nothing can be sent any more");
    const revision = revisionOf(integration);
    let entry = entries.get(integration.id);
    if (entry && entry.revision !== revision) {
      retire(entry);
      entry = undefined;
    }
    const { session, calls, idle } = entry ?? open(integration, revision);
    const calling = untilAborted(signal, session).then(work);
    calls.add(calling);
    try {
      return await calling;
    } finally {
      calls.delete(calling);
      if (entries.get(integration.id)?.calls === calls) idle.refresh();
    }
  }

  return {
    send: (integration, message, options) => call(integration, options, (session) => session.send(message, options)),
    askReceipts: (integration, ids, options = {}) =>
      call(integration, options, (session) => session.askReceipts(ids, options)),
    lift: (integration, entry, options = {}) => call(integration, options, (session) => session.lift(entry, options)),
    retire(integrationId) {
      const entry = entries.get(integrationId);
      if (entry) retire(entry);
    },
    async close() {
      isClosed = true;
      for (const entry of [...entries.values()]) retire(entry);
      await Promise.all(endings);
    },
  };
}

async function openSession(
  { channel, providerId, credentials }: IntegrationToOpen,
  { tools, decrypt, findProvider: find = findProvider }: SessionCacheDeps,
): Promise<Session<StoredMessage>> {
  const provider = find(channel, providerId);
  if (!provider || !("open" in provider)) {
    throw new ProviderError("CREDENTIAL", `No provider with id ${providerId} sends on the channel ${channel}`);
  }
  return asStoredSession(await provider.open(decrypted(credentials, decrypt), tools));
}

function decrypted(credentials: StoredCredentials, decrypt: SessionCacheDeps["decrypt"]): StoredCredentials {
  try {
    return decrypt(credentials);
  } catch {
    throw new ProviderError(
      "CREDENTIAL",
      "The credentials of this integration cannot be decrypted: check BELFRY_ENCRYPTION_KEY, or save them again",
    );
  }
}

function revisionOf({ channel, providerId, credentials }: IntegrationToOpen): string {
  return createHash("sha256")
    .update(JSON.stringify([channel, providerId, credentials]))
    .digest("base64");
}

/** The channel's module made the message of exactly the shape its providers take, and it was stored as it was. */
const asStoredSession = (session: Session<never>) => session as unknown as Session<StoredMessage>;
