import { setTimeout as sleep } from "node:timers/promises";
import { Context } from "@temporalio/activity";
import { DETAILS } from "#contract/constants/details.ts";
import {
  endInboundMail,
  nextInboundMail,
  type RepliedJob,
  retryInboundMail,
  type TakenMail,
  takeInboundMails,
} from "#db/queries/events/inbound-mails/inbound-mails.ts";
import { type ReplyContext, readReplyContext } from "#db/queries/events/inbound-mails/reply-context.ts";
import { isTransient } from "#db/sql-failure.ts";
import { bounds, replyCallback } from "#engine/policies.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { Deps } from "./deps.ts";
import { CallbackError, callReplyCallback } from "./inbound/reply-callback.ts";

const ATTEMPTS = replyCallback.waits.length + 1;

/**
 * Passes replies that are due on to the callbacks of their workflows, in batches, and says when the next one is due
 * (milliseconds since 1970). A reply whose call was begun by a process that died is taken again when its time is over.
 */
export const deliverInboundMails = (deps: Deps) => async (): Promise<{ nextDueAt: number | null }> => {
  const { db, clock } = deps;
  const { cancellationSignal } = Context.current();
  const deadline = Date.now() + bounds.inboundMails.budget;
  while (Date.now() < deadline && !cancellationSignal.aborted) {
    const now = clock();
    const taken = await takeInboundMails(db, {
      now,
      until: new Date(now.getTime() + bounds.inboundMails.lease),
      limit: bounds.inboundMails.together,
    });
    if (taken.length === 0) break;
    await Promise.all(taken.map((mail) => deliver(deps, mail)));
  }
  await sleep(bounds.inboundMails.pause);
  return { nextDueAt: (await nextInboundMail(db))?.getTime() ?? null };
};

async function deliver(deps: Deps, taken: TakenMail): Promise<void> {
  const { db, clock, logger } = deps;
  const context = await readReplyContext(db, taken);
  if (!context) {
    logger.warn({ messageId: taken.messageId }, "a reply is to an email that is no longer stored, it is dropped");
    await endInboundMail(db, taken, undefined, { detail: DETAILS.replyNotPassedOn, status: "Warning" });
    return;
  }
  try {
    if (taken.attempts > ATTEMPTS) throw new CallbackError("The workers that called the callback died");
    await callReplyCallback(deps, context, taken.mail);
    await endInboundMail(db, taken, jobOf(context), { detail: DETAILS.replyPassedOn, status: "Success" });
  } catch (error) {
    // The database is away: nobody knows what became of the call, and somebody takes the reply again.
    if (isTransient(error)) throw error;
    if (!isKnown(error)) logger.error({ err: error }, "a reply could not be passed on");
    const reason = isKnown(error) ? error.message : "The reply could not be processed";
    const wait = error instanceof CallbackError ? undefined : replyCallback.waits[taken.attempts - 1];
    if (wait !== undefined) {
      await retryInboundMail(db, taken, new Date(clock().getTime() + wait));
      return;
    }
    await endInboundMail(db, taken, jobOf(context), {
      detail: DETAILS.replyNotPassedOn,
      status: "Warning",
      raw: { error: reason, attempts: taken.attempts },
    });
  }
}

/** Errors whose texts were written for whoever reads the history. */
const isKnown = (error: unknown): error is CallbackError | ProviderError =>
  error instanceof CallbackError || error instanceof ProviderError;

const jobOf = ({ organizationId, environmentId, run, message, runExpireAt }: ReplyContext): RepliedJob => ({
  organizationId,
  environmentId,
  runId: run.id,
  jobId: message.jobId,
  runExpireAt: new Date(runExpireAt),
});
