import type { StepType } from "#contract/constants/channels.ts";
import type { StepReason } from "#contract/constants/reasons.ts";
import { commonText } from "./common-text.ts";

/** The traits that failed steps of a group have in common. */
export interface FailureTraits {
  stepType: StepType;
  /** Empty for steps that reached no provider. */
  providerId: string;
  reason: StepReason;
  /** The vendor's own code, or the status of its answer; empty where there is none. */
  code: string;
  /** Without what differs between people and moments; empty where it does not count. */
  text: string;
}

const VENDOR_CODE_MAX = 100;

/** Returns what a failed step has in common with others that fail for the same cause. */
export const traitsOf = ({ stepType, providerId, reason, code, text }: FailureTraits): FailureTraits => ({
  stepType,
  providerId,
  reason,
  code: Array.from(code).slice(0, VENDOR_CODE_MAX).join(""),
  text: commonText(text),
});

/** Returns the traits by which failures are grouped once an environment has as many groups as it may. */
export const coarseTraits = (traits: FailureTraits): FailureTraits => ({ ...traits, code: "", text: "" });

/**
 * Returns what tells a group from others of its environment. The workflow is no part of it: a vendor that refuses does so to all
 * of them, and is mended once.
 */
export const fingerprintOf = ({ stepType, providerId, reason, code, text }: FailureTraits): string =>
  JSON.stringify([stepType, providerId, reason, code, text.toLowerCase()]);
