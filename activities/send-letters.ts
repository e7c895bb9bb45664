import { setMaxListeners } from "node:events";
import { Context } from "@temporalio/activity";
import pLimit from "p-limit";
import { DETAILS } from "#contract/constants/details.ts";
import { type JobOutcome, type NewDetail, recordBatch, type SendOutcome } from "#db/queries/deliveries.ts";
import { insertOutboxMessage } from "#db/queries/outbox.ts";
import { resend } from "#engine/policies.ts";
import type { EmailMessage, SendResult, SmsMessage } from "#providers/messages.ts";
import type { Outbox, SendContext } from "#providers/provider.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { findProvider } from "#providers/registry.ts";
import type { ChosenIntegration } from "./choose-integration.ts";
import type { Deps } from "./deps.ts";
import type { Scene } from "./load-scene.ts";

/** One message on its way to a provider. */
export interface Letter {
  runId: string;
  jobId: string;
  messageId: string;
  subscriberId: string;
  integration: ChosenIntegration;
  email?: EmailMessage;
  sms?: SmsMessage;
}

export interface SentLetters {
  /** Runs whose send failed for good. */
  failed: string[];
  retry: { runIds: string[]; afterMs: number }[];
}

/** Sends under way at once per cohort: enough to keep a pool of connections busy, few enough to lose little in a crash. */
const PARALLEL = 40;
/** Results stored together. What was sent but not yet stored when a worker dies is sent again. */
const STORED_TOGETHER = 50;
const HEARTBEAT_MS = 5_000;

type Result = { letter: Letter } & ({ sent: SendResult } | { error: ProviderError });

/** Sends to the provider, bounded-parallel, and stores the results as they come in. */
export async function sendLetters(
  deps: Deps,
  scene: Scene,
  channel: "email" | "sms",
  letters: Letter[],
  attempt: number,
): Promise<SentLetters> {
  if (letters.length === 0) return { failed: [], retry: [] };
  const activity = Context.current();
  const heartbeat = setInterval(() => activity.heartbeat(), HEARTBEAT_MS);
  // Each send under way listens for the activity being given up.
  setMaxListeners(PARALLEL * 4, activity.cancellationSignal);
  const context = sendContext(deps, scene, activity.cancellationSignal);
  const results: SentLetters = { failed: [], retry: [] };
  const limit = pLimit(PARALLEL);
  let unsaved: Result[] = [];

  const save = async (): Promise<void> => {
    const batch = unsaved;
    unsaved = [];
    await recordResults(deps, scene, channel, batch, attempt);
  };
  try {
    await Promise.all(
      letters.map((letter) =>
        limit(async () => {
          const result = await sendOne(letter, context);
          noteResult(results, result, attempt);
          unsaved.push(result);
          if (unsaved.length >= STORED_TOGETHER) await save();
        }),
      ),
    );
  } finally {
    clearInterval(heartbeat);
    // Also when the activity is given up: what has gone out is known to have gone out.
    await save();
  }
  return results;
}

async function sendOne(letter: Letter, context: SendContext): Promise<Result> {
  const { providerId, credentials } = letter.integration;
  try {
    if (letter.email) {
      const provider = findProvider("email", providerId);
      if (!provider) throw unknownProvider(providerId);
      return { letter, sent: await provider.send(letter.email, credentials, context) };
    }
    if (letter.sms) {
      const provider = findProvider("sms", providerId);
      if (!provider) throw unknownProvider(providerId);
      return { letter, sent: await provider.send(letter.sms, credentials, context) };
    }
    throw unknownProvider(providerId);
  } catch (error) {
    // A provider throws nothing else, but for the signal's reason when the activity is given up.
    if (error instanceof ProviderError) return { letter, error };
    throw error;
  }
}

const unknownProvider = (id: string) =>
  new ProviderError("CREDENTIAL", `No provider with id ${id} sends on this channel`);

/** Milliseconds until the next attempt, or undefined when there is none: engine.md 7.10. */
function retryAfter(error: ProviderError, attempt: number): number | undefined {
  if (error.class !== "RETRY" || attempt >= resend.attempts) return undefined;
  if (error.retryLimit !== undefined && attempt > error.retryLimit) return undefined;
  const wait = Math.min(resend.firstWait * resend.factor ** (attempt - 1), resend.longestWait);
  return Math.max(wait, (error.retryAfterSeconds ?? 0) * 1000);
}

function noteResult(results: SentLetters, result: Result, attempt: number): void {
  if (!("error" in result)) return;
  const afterMs = retryAfter(result.error, attempt);
  if (afterMs === undefined) {
    results.failed.push(result.letter.runId);
    return;
  }
  const together = results.retry.find((group) => group.afterMs === afterMs);
  if (together) together.runIds.push(result.letter.runId);
  else results.retry.push({ runIds: [result.letter.runId], afterMs });
}

async function recordResults(
  deps: Deps,
  scene: Scene,
  channel: "email" | "sms",
  results: readonly Result[],
  attempt: number,
): Promise<void> {
  const written = results.map((result) =>
    "error" in result ? failedResult(result, channel, attempt) : sentResult(result),
  );
  await recordBatch(deps.db, {
    event: scene.event,
    from: ["running"],
    outcomes: written.map(({ outcome }) => outcome),
    sends: written.flatMap(({ send }) => (send ? [send] : [])),
    details: written.map(({ detail }) => detail),
  });
}

interface Written {
  outcome: JobOutcome;
  send?: SendOutcome;
  detail: NewDetail;
}

function sentResult({ letter, sent }: { letter: Letter; sent: SendResult }): Written {
  const { runId, jobId, messageId } = letter;
  const about = { runId, jobId, messageId, providerId: letter.integration.providerId };
  return {
    outcome: { jobId, status: "completed", started: true },
    send: { messageId, identifier: sent.id, status: "sent" },
    detail: { ...about, detail: DETAILS.messageSent, status: sent.warning ? "Warning" : "Success", raw: sent },
  };
}

function failedResult(
  { letter, error }: { letter: Letter; error: ProviderError },
  channel: string,
  attempt: number,
): Written {
  const { runId, jobId, messageId } = letter;
  const about = { runId, jobId, messageId, providerId: letter.integration.providerId };
  const raw = { message: error.message, class: error.class, status: error.status, response: error.response, attempt };
  const afterMs = retryAfter(error, attempt);
  if (afterMs !== undefined) {
    return {
      outcome: { jobId, status: "running", started: true, dueAt: new Date(Date.now() + afterMs) },
      detail: { ...about, detail: DETAILS.providerRetry, status: "Pending", isRetry: true, raw: { ...raw, afterMs } },
    };
  }
  return {
    outcome: { jobId, status: "failed", started: true, error: { message: error.message } },
    send: {
      messageId,
      status: "error",
      errorId: channel === "email" ? "mail_unexpected_error" : "unexpected_sms_error",
      errorText: error.response ?? error.message,
    },
    detail: { ...about, detail: DETAILS.providerError, status: "Failed", raw },
  };
}

function sendContext(deps: Deps, scene: Scene, signal: AbortSignal): SendContext {
  const outbox: Outbox = { deliver: (message) => insertOutboxMessage(deps.db, scene.event, message) };
  return { http: deps.http, outbox, allowPrivateHosts: deps.config.allowPrivateHosts, signal };
}
