import type { DecisionTrace, IntegrationChoice, TracedPreference } from "#activities/run/decision-trace.ts";
import type { Member } from "#activities/run/member.ts";
import type { SharedView } from "#activities/run/template-views.ts";
import type { JobStatus, StopReason } from "#contract/constants/statuses.ts";
import type { DeliveryWrite, DetailWrite, MessageWrite } from "#db/queries/runs/slice-write.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { FilterOutcome } from "#domain/conditions/conditions.ts";
import type { Reason } from "#domain/steps/step-reason.ts";

export interface StepRecord {
  step: StepRow;
  /** `undecided`: a webhook or a bridge would have to be asked. */
  status: JobStatus | "undecided";
  error: string | undefined;
  /** As evaluated last; undefined when the step was not reached. */
  conditions: FilterOutcome | undefined;
  /** Variants whose conditions were evaluated, in their order. */
  variants: ({ variantId: string } & FilterOutcome)[];
  preference: TracedPreference | undefined;
  /** Of channels that send through one integration. */
  integration: IntegrationChoice | undefined;
  /** A delay, or a digest that the run opened. */
  wait: { from: Date; until: Date } | undefined;
  hosts: string[];
  details: DetailWrite[];
  /** Known once the run has come to its end. */
  reason: Reason;
  messages: MessageWrite[];
  deliveries: Pick<DeliveryWrite, "integrationId" | "providerId" | "messageId">[];
}

export interface RunRecord {
  member: Member;
  steps: StepRecord[];
  stopReason: StopReason | null;
  /** When its last step ends, should nothing keep it. */
  endsAt: Date;
}

/** The active integrations as the event's slice has them. */
export type Integrations = SharedView["integrations"];

const emptyRecord = (step: StepRow): StepRecord => ({
  step,
  status: "pending",
  error: undefined,
  conditions: undefined,
  variants: [],
  preference: undefined,
  reason: { code: "not_reached", text: "The run has not come to its end yet" },
  integration: undefined,
  wait: undefined,
  hosts: [],
  details: [],
  messages: [],
  deliveries: [],
});

export const newRecord = (member: Member, steps: readonly StepRow[], now: Date): RunRecord => ({
  member,
  steps: steps.map(emptyRecord),
  stopReason: null,
  endsAt: now,
});

/** Notes decisions in the records of the runs that they are about. */
export function recordingTrace(records: ReadonlyMap<string, RunRecord>): {
  trace: DecisionTrace;
  integrations: Map<string, IntegrationChoice>;
} {
  const integrations = new Map<string, IntegrationChoice>();
  const recordOf = ({ runId }: Member, { stepId }: StepRow): StepRecord | undefined =>
    records.get(runId)?.steps.find(({ step }) => step.stepId === stepId);
  const trace: DecisionTrace = {
    conditions(member, step, outcome) {
      const record = recordOf(member, step);
      if (record) record.conditions = outcome;
    },
    variant(member, step, variantId, outcome) {
      recordOf(member, step)?.variants.push({ variantId, ...outcome });
    },
    preference(member, step, preference) {
      const record = recordOf(member, step);
      if (record) record.preference = preference;
    },
    integration(key, choice) {
      integrations.set(key, choice);
    },
  };
  return { trace, integrations };
}
