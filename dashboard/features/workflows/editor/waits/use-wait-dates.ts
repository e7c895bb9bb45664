import { useQuery } from "@tanstack/react-query";
import type { FieldError } from "react-hook-form";
import { BelfryError } from "#client/client.ts";
import { SENTENCE } from "#dashboard/components/controls/field.tsx";
import { useDebounced } from "#dashboard/components/use-debounced.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { StepForm } from "../use-step-form.ts";

/** Milliseconds after the last key. */
const ASK_AFTER_MS = 300;

export type WaitDatesQuery = ReturnType<typeof useWaitDates>;

/** The next moments at which a digest or delay ends, as it is typed. Nothing is asked about one that does not end at set times. */
export function useWaitDates(form: StepForm, type: "digest" | "delay", isTimed: boolean) {
  const { read } = useEnvironment();
  const controlValues = useDebounced(form.values, ASK_AFTER_MS);
  const query = useQuery({ ...read("v2.waits.previewDates", { type, controlValues }), enabled: isTimed });
  // What is refused is about the values that are typed: another try would be refused, too.
  const refusal = query.error instanceof BelfryError && query.error.status === 400 ? query.error : undefined;
  return {
    query,
    isRefused: refusal !== undefined,
    /** The next moment while the values that it is for are the ones that are typed. */
    next: isTimed && !query.isPlaceholderData ? query.data?.dates[0] : undefined,
    /** Returns the fault of a control. */
    error(path: string): FieldError | undefined {
      if (controlValues !== form.values) return undefined;
      const at = `controlValues.${path}`;
      const found = refusal?.problems.find((problem) => problem.startsWith(`${at} `) || problem.startsWith(`${at}:`));
      if (found === undefined) return undefined;
      const message = found.slice(at.length).replace(/^:?\s+/, "");
      return { type: /^[a-z]/.test(message) ? "server" : SENTENCE, message };
    },
  };
}
