import { setTimeout as sleep } from "node:timers/promises";
import { Context } from "@temporalio/activity";
import { Webhook } from "standardwebhooks";
import { decrypt } from "#db/encryption.ts";
import {
  endWaiting,
  recordAttempts,
  type TakenWebhook,
  type TakenWebhooks,
  takeWebhooks,
  type WebhookAttempt,
  waitingEndpoints,
} from "#db/queries/webhooks/due-webhooks.ts";
import { bounds, webhookCall } from "#engine/policies.ts";
import type { EnvironmentRef } from "#engine/refs.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { Deps } from "./deps.ts";

/** The status by which an endpoint says that it wants nothing any more. */
const GONE = 410;

/**
 * Sends the events of an environment that are due, in portions, and says when the next one is due (milliseconds since 1970). Endpoints
 * are called independently of each other, so that a slow one delays only what is for itself.
 */
export const sendWebhooks =
  (deps: Pick<Deps, "db" | "clock" | "http" | "logger" | "config">) =>
  async (environment: EnvironmentRef): Promise<{ nextDueAt: number | null }> => {
    const { db, clock } = deps;
    const { cancellationSignal } = Context.current();
    const deadline = performance.now() + bounds.webhooks.budget;
    const mayBegin = () => performance.now() < deadline && !cancellationSignal.aborted;
    const busy = new Map<string, Promise<void>>();
    const failures: unknown[] = [];
    while (mayBegin() && failures.length === 0) {
      const waiting = await waitingEndpoints(db, environment);
      const now = clock();
      for (const { id, isActive, dueAt } of waiting) {
        if (busy.has(id) || (isActive && dueAt > now)) continue;
        const work = (isActive ? sendTo(deps, environment, id, mayBegin) : endAll(deps, id, mayBegin))
          .catch((error: unknown) => void failures.push(error))
          .finally(() => busy.delete(id));
        busy.set(id, work);
      }
      if (busy.size === 0) break;
      await Promise.race([sleep(bounds.webhooks.look), Promise.all(busy.values())]);
    }
    await Promise.all(busy.values());
    if (failures.length > 0) throw failures[0];
    await sleep(bounds.webhooks.pause);
    const left = await waitingEndpoints(db, environment);
    return { nextDueAt: left.length === 0 ? null : Math.min(...left.map(({ dueAt }) => dueAt.getTime())) };
  };

async function endAll({ db }: Pick<Deps, "db">, endpointId: string, mayBegin: () => boolean): Promise<void> {
  while (mayBegin()) if ((await endWaiting(db, endpointId, bounds.webhooks.ended)) < bounds.webhooks.ended) return;
}

async function sendTo(
  deps: Pick<Deps, "db" | "clock" | "http" | "logger" | "config">,
  environment: EnvironmentRef,
  endpointId: string,
  mayBegin: () => boolean,
): Promise<void> {
  const { db, clock, logger, config } = deps;
  const { failuresToPause, pause } = webhookCall;
  while (mayBegin()) {
    const now = clock();
    const until = new Date(now.getTime() + bounds.webhooks.lease);
    const taken = await takeWebhooks(db, endpointId, { now, until, limit: bounds.webhooks.together, failuresToPause });
    if (!taken) return;
    const signers = taken.secrets.map((secret) => new Webhook(decrypt(secret, config.encryptionKey)));
    const attempts = await Promise.all(
      taken.webhooks.map((webhook) => attempt(deps, environment, taken, signers, webhook)),
    );
    const ended = clock();
    const isDisabled = await recordAttempts(db, endpointId, attempts, {
      now: ended,
      isGone: attempts.some(({ responseStatus }) => responseStatus === GONE),
      failuresToPause,
      pausedUntil: new Date(ended.getTime() + pause),
    });
    if (isDisabled) logger.warn({ endpointId, ...environment }, "a webhook endpoint was switched off");
    if (attempts.length < bounds.webhooks.together) return;
  }
}

async function attempt(
  { clock, http }: Pick<Deps, "clock" | "http">,
  { organizationId, environmentId }: EnvironmentRef,
  { url }: TakenWebhooks,
  signers: readonly Webhook[],
  webhook: TakenWebhook,
): Promise<WebhookAttempt> {
  const { type, createdAt, attempts } = webhook;
  const body = JSON.stringify({
    type,
    timestamp: createdAt.toISOString(),
    data: { ...webhook.data, organizationId, environmentId },
  });
  const id = webhookIdOf(webhook.id);
  // The receiver compares it with its own clock, so that a test which skips time does not change it.
  const signedAt = new Date();
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(signedAt.getTime() / 1000)),
    "webhook-signature": signers.map((signer) => signer.sign(id, signedAt, body)).join(" "),
  };
  try {
    const { status, text } = await http.post(url, { body, headers, timeoutMs: webhookCall.timeout, idempotent: true });
    return { webhook, status: "sent", dueAt: null, responseStatus: status, responseBody: text, error: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const wait = error.status === GONE ? undefined : waitAfter(attempts, error.retryAfterSeconds);
    return {
      webhook,
      status: wait === undefined ? "failed" : "waiting",
      dueAt: wait === undefined ? null : new Date(clock().getTime() + wait),
      responseStatus: error.status ?? null,
      responseBody: error.response ?? null,
      error: error.message,
    };
  }
}

/** The id of an event at its endpoint, the same with each attempt. */
const webhookIdOf = (id: string): string => `msg_${id}`;

/** Milliseconds until the next attempt after so many; undefined when there is none. */
function waitAfter(attempts: number, retryAfterSeconds = 0): number | undefined {
  const wait = webhookCall.waits[attempts - 1];
  if (wait === undefined) return undefined;
  const longer = Math.max(wait, retryAfterSeconds * 1000) * (1 + Math.random() * webhookCall.jitter);
  return Math.min(Math.round(longer), webhookCall.longestWait);
}
