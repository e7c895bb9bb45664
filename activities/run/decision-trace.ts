import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { FilterOutcome } from "#domain/conditions/conditions.ts";
import type { ChannelPreference, PreferenceLayers } from "#domain/preferences.ts";
import type { Member } from "./member.ts";

/** Why a channel's integration was chosen, and which of those with conditions were asked before. */
export interface IntegrationChoice {
  reason: "override" | "step" | "tenant_conditions" | "primary" | "newest" | "fallback" | "none";
  integrationId: string | undefined;
  considered: ({ identifier: string } & FilterOutcome)[];
}

/** A channel's preference as it was decided, with the layers that had a say. */
export interface TracedPreference extends ChannelPreference {
  critical: boolean;
  layers: PreferenceLayers;
}

/**
 * Notes how a slice is decided, where the slice has one: conditions and preferences also of steps that go ahead, of which
 * a run's history says nothing.
 */
export interface DecisionTrace {
  conditions(member: Member, step: StepRow, outcome: FilterOutcome): void;
  variant(member: Member, step: StepRow, variantId: string, outcome: FilterOutcome): void;
  preference(member: Member, step: StepRow, preference: TracedPreference): void;
  /** By what the steps of the choice have in common: `choiceKey`. */
  integration(key: string, choice: IntegrationChoice): void;
}
