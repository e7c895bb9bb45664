import type { ResolveWebhook } from "#domain/conditions/filter-parts.ts";
import type { WebhookResult } from "./host-results.ts";
import type { Member } from "./member.ts";
import type { PinnedEvent } from "./pinned-event.ts";

/** Results of the webhooks that were asked about one member at one step, by address. */
export type WebhookAnswers = Map<string, WebhookResult>;

/** A condition's webhook gave no usable answer; the message says why, without anything secret. */
export class WebhookFailedError extends Error {
  override readonly name = "WebhookFailedError";
}

/** A condition's webhook has yet to be asked: in the next slice at once, or after some time when no slot was free. */
export class WebhookNotAskedError extends Error {
  override readonly name = "WebhookNotAskedError";
  readonly retryInMs: number;

  constructor(retryInMs = 0) {
    super("The webhook was not asked yet");
    this.retryInMs = retryInMs;
  }
}

/** Names a member at the step at which it stands. */
export const askedKey = ({ steps }: Pick<PinnedEvent, "steps">, { runId, position }: Member): string =>
  `${runId}/${steps[position]?.stepId}`;

interface Asked extends Pick<PinnedEvent, "steps"> {
  webhooks: ReadonlyMap<string, WebhookAnswers>;
}

/** Answers from what was asked before the slice was decided. Throws WebhookFailedError and WebhookNotAskedError. */
export function answersFor(slice: Asked, member: Member): ResolveWebhook {
  const answers = slice.webhooks.get(askedKey(slice, member));
  return async ({ webhookUrl }) => answerOf(answers?.get(webhookUrl));
}

export function answerOf(result: WebhookResult | undefined): unknown {
  if (result === undefined) throw new WebhookNotAskedError();
  if ("retryInMs" in result) throw new WebhookNotAskedError(result.retryInMs);
  if ("failed" in result) throw new WebhookFailedError(result.failed);
  return result.answer;
}
