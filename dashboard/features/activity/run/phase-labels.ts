import type { Phase, PhaseKind } from "./phases.ts";

const SOLID = "border-current bg-current";
/** Striped, so that waiting is told from work without its colour. */
const STRIPED = "border-current bg-[repeating-linear-gradient(135deg,currentColor_0_2px,transparent_2px_6px)]";

/** The words and the look of each kind of time, in the order of the legend: what is work is solid, and what is a wait striped. */
export const PHASE_LABELS: Readonly<Record<PhaseKind, { text: string; look: string }>> = {
  work: { text: "Work", look: `text-success ${SOLID}` },
  sending: { text: "Provider", look: `text-accent ${SOLID}` },
  queued: { text: "Queue", look: `text-outline ${STRIPED}` },
  paced: { text: "Pace of the provider", look: `text-warning ${STRIPED}` },
  "retry-wait": { text: "Between attempts", look: `text-danger ${STRIPED}` },
  hours: { text: "Hours of the subscriber", look: `text-info ${STRIPED}` },
  delay: { text: "Delay", look: `text-info ${STRIPED}` },
  digest: { text: "Digest", look: `text-accent ${STRIPED}` },
};

/** Returns the kinds of time that a run has, each with its sum in milliseconds. */
export function timesByKind(phases: readonly Phase[]): { kind: PhaseKind; ms: number }[] {
  const sums = new Map<PhaseKind, number>();
  for (const { kind, from, until } of phases) sums.set(kind, (sums.get(kind) ?? 0) + until - from);
  return KINDS.flatMap((kind) => {
    const ms = sums.get(kind);
    return ms === undefined ? [] : [{ kind, ms }];
  });
}

// Of an object with these keys.
const KINDS = Object.keys(PHASE_LABELS) as PhaseKind[];
