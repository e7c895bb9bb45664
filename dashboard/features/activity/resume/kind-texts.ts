import type { ResumptionKind } from "#contract/constants/resumptions.ts";
import type { Resumption } from "#contract/resumptions.ts";

type OfResumptions = "version" | "integration" | "spreadSeconds";

/** A resumption, or a cancellation, which has neither a version nor an integration nor a speed. */
export type RunsChange = Omit<Resumption, OfResumptions> & Partial<Pick<Resumption, OfResumptions>>;

interface KindTexts {
  title: string;
  noun: string;
  /** "12 of 30 runs resumed". */
  done: string;
  /** Of runs for which there was nothing to do. */
  skipped: string;
  /** Runs without a filter. */
  all: string;
}

export const KIND_TEXTS: Readonly<Record<ResumptionKind, KindTexts>> = {
  resume: {
    title: "Resumption",
    noun: "resumption",
    done: "resumed",
    skipped: "with nothing left to do",
    all: "All failed and stopped runs",
  },
  cancel: {
    title: "Cancellation",
    noun: "cancellation",
    done: "cancelled",
    skipped: "had already ended",
    all: "All runs that have not ended",
  },
};
