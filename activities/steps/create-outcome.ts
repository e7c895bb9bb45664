import { DETAILS, type DetailText } from "#contract/constants/details.ts";
import type { MessageWrite } from "#db/queries/runs/slice-write.ts";
import { storableJson } from "#db/storable.ts";
import type { Failover } from "#domain/lanes/failover.ts";
import type { ChannelModule, Composed, Recipient } from "../channels/channel.ts";
import type { Destination } from "../run/choose-integration.ts";
import type { ChosenIntegration } from "../run/chosen-integration.ts";
import { messagePlace } from "../run/member-writes.ts";
import type { Problem } from "../run/problem.ts";
import type { StepDetail } from "../run/step-conditions.ts";
import type { StepDelivery, StepOutcome } from "../run/step-type.ts";

/** Longest content that is repeated in an execution detail; the message has the whole. */
const DETAIL_CONTENT_MAX = 4_000;

/** Collects what a channel's step decides for one member, destination by destination, and makes its outcome of that. */
export interface OutcomeBuilder {
  note(...details: StepDetail[]): void;
  /** Nothing is sent to the destination. */
  fail(destination: Destination | undefined, problem: Problem): void;
  send(integration: ChosenIntegration, composed: Composed, failover: Failover | null): void;
  /** The outcome when there is nothing to send to any destination, of which the first may be named. */
  failed(destination: Destination | undefined, problem: Problem): StepOutcome;
  /** The outcome once each destination was sent to or failed. */
  outcome(): StepOutcome;
}

export function createOutcome(recipient: Recipient, first: readonly StepDetail[]): OutcomeBuilder {
  const { channel, entries } = recipient.module;
  const messages: MessageWrite[] = [];
  const deliveries: StepDelivery[] = [];
  const details = [...first];
  const problems: DetailText[] = [];
  let providerId: string | undefined;

  const add = (fields: Omit<MessageWrite, keyof ReturnType<typeof messagePlace> | "channel">): MessageWrite => {
    const message = { ...messagePlace(recipient, messages.length), channel, ...fields };
    messages.push(message);
    return message;
  };
  const fail: OutcomeBuilder["fail"] = (destination, { problem, raw, message }) => {
    const { integration = { none: undefined }, entry } = destination ?? {};
    const failedId = "none" in integration ? entry?.providerId : integration.providerId;
    const stored = message && add({ providerId: failedId, ...message });
    problems.push(problem);
    details.push({
      detail: problem,
      status: "Failed",
      raw,
      messageId: stored?.id,
      ...(entry && { providerId: failedId }),
    });
  };
  const ended = (last: readonly DetailText[]): StepOutcome => {
    const end = { kind: "ended", started: true, messages, providerId } as const;
    if (providerId !== undefined) return { ...end, status: "completed", details };
    const failed = last.map((detail): StepDetail => ({ detail, status: "Failed" }));
    const error = last.at(-1) ?? problems[0] ?? DETAILS.notProcessed;
    return { ...end, status: "failed", error, details: [...details, ...failed] };
  };

  return {
    note: (...more) => void details.push(...more),
    fail,
    send({ id: integrationId, providerId: by }, { stored, requests }, failover) {
      const { id: messageId } = add({ providerId: by, status: "sent", ...stored });
      providerId ??= by;
      if (requests.length === 0) {
        details.push(
          { detail: DETAILS.messageCreated, status: "Pending", providerId: by, messageId },
          { detail: DETAILS.messageSent, status: "Success", providerId: by, messageId },
        );
        return;
      }
      for (const request of requests) {
        deliveries.push({
          channel,
          integrationId,
          providerId: by,
          request: storableJson(request),
          messageId,
          failover,
        });
      }
      details.push({
        detail: entries?.deviceTokenOf ? `${DETAILS.messageCreated}: ${by}` : DETAILS.messageCreated,
        status: "Pending",
        providerId: by,
        messageId,
        raw: contentForDetail(stored),
      });
    },
    failed(destination, problem) {
      fail(destination, problem);
      return ended([]);
    },
    outcome() {
      if (providerId !== undefined && deliveries.length > 0) {
        const completion = entries?.completion ?? "all_sent";
        const isFailed = completion === "all_sent" && problems.length > 0;
        return {
          kind: "sending",
          providerId,
          messages,
          deliveries,
          completion: isFailed ? "never" : completion,
          details,
        };
      }
      return ended(entriesProblems(entries, problems));
    },
  };
}

/** Details by which a job of entries ends when nothing of it can be sent. */
function entriesProblems(entries: ChannelModule["entries"], problems: readonly DetailText[]): readonly DetailText[] {
  if (!entries) return [];
  return problems.length === 0 ? entries.missing : [entries.failed];
}

function contentForDetail({ subject, title, content, blocks }: Composed["stored"]): object {
  const length = content?.length ?? JSON.stringify(blocks ?? "").length;
  return {
    subject,
    title,
    ...(length > DETAIL_CONTENT_MAX ? { contentLength: length } : { content: content ?? blocks }),
  };
}

export const selected = ({ providerId, summary }: ChosenIntegration): StepDetail => ({
  detail: DETAILS.integrationSelected,
  status: "Pending",
  providerId,
  raw: summary,
});

/** The integration of a channel that is checked first is named before anything else is decided. */
export function selectedFirst(
  { checksFirst, isDeliveredByStoring }: ChannelModule,
  destination: Destination | undefined,
): StepDetail[] {
  if (!checksFirst || isDeliveredByStoring || !destination || "none" in destination.integration) return [];
  return [selected(destination.integration)];
}
