import { DETAILS } from "#contract/constants/details.ts";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { storableJson } from "#db/storable.ts";
import { priorityOf } from "#domain/lanes/priorities.ts";
import {
  type AddressedDelivery,
  type AllowedRequest,
  readSuppressed,
  SuppressedError,
} from "../lanes/suppressed-recipients.ts";
import type { Member } from "../run/member.ts";
import type { Slice } from "../run/slice.ts";
import type { StepDelivery, StepOutcome } from "../run/step-type.ts";
import { addressed, redirectedOutcome } from "./redirected-outcome.ts";

type Sending = Extract<StepOutcome, { kind: "sending" }>;

/**
 * Outcomes of a step where nothing is sent, as a send would end them: who is suppressed gets nothing. Real sends look that up when they
 * begin, docs/decisions/071-suppressions-when-sending.md.
 */
export async function unsuppressedOutcomes(
  slice: Slice,
  step: StepRow,
  members: readonly Member[],
  outcomes: readonly StepOutcome[],
): Promise<readonly StepOutcome[]> {
  const { suppressed } = slice.store;
  if (!suppressed) return outcomes;
  // While the environment is tested, it counts where a message goes to. A dry run is not redirected.
  const judged = outcomes.map((outcome, index) => {
    const member = members[index];
    return member && !slice.event.testMode?.dryRun ? redirectedOutcome(slice, step, member, outcome) : outcome;
  });
  const sent = judged.flatMap((outcome) => (outcome.kind === "sending" ? outcome.deliveries : []));
  if (sent.length === 0) return outcomes;
  const allowed = await readSuppressed(
    suppressed,
    sent.map((delivery) => addressedDelivery(slice, delivery)),
  );
  return outcomes.map((outcome, index) => {
    const last = judged[index];
    if (outcome.kind !== "sending" || last?.kind !== "sending") return outcome;
    const left = without(slice, last, allowed);
    return left.kind === "ended" || last === outcome ? left : outcome;
  });
}

const addressedDelivery = (
  { event, context }: Slice,
  { channel, request }: Pick<StepDelivery, "channel" | "request">,
): AddressedDelivery => ({
  environmentId: event.environmentId,
  channel,
  request: asObject(parseExactJson(request)),
  priority: priorityOf({ audience: event.audience, critical: context.workflow.critical }),
});

const asObject = (request: unknown): Record<string, unknown> => (isJsonObject(request) ? { ...request } : {});

function without(slice: Slice, outcome: Sending, allowed: AllowedRequest): StepOutcome {
  const kept: StepDelivery[] = [];
  const entries: SuppressedError["entry"][] = [];
  for (const delivery of outcome.deliveries) {
    try {
      const asked = addressedDelivery(slice, delivery);
      const request = allowed(asked);
      kept.push(request === asked.request ? delivery : { ...delivery, request: storableJson(request) });
    } catch (error) {
      if (!(error instanceof SuppressedError)) throw error;
      entries.push(error.entry);
    }
  }
  const [entry] = entries;
  if (entry && kept.length === 0) {
    const { id, reason, address, since } = entry;
    const raw = { suppressionId: id, reason, address, since: since.toISOString() };
    return {
      kind: "ended",
      status: "skipped",
      started: true,
      providerId: outcome.providerId,
      details: [
        ...outcome.details.filter(({ messageId }) => messageId === undefined),
        { detail: DETAILS.suppressed, status: "Success", raw },
      ],
    };
  }
  const changed = kept.filter((delivery) => !outcome.deliveries.includes(delivery));
  if (changed.length === 0) return outcome;
  const messages = outcome.messages.map((message) => addressed(message, changed));
  return { ...outcome, deliveries: kept, messages };
}
