import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { FAILED_POLL_MS } from "#dashboard/data/declarations.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { RunBar } from "./run-bar.tsx";
import { pollInterval } from "./run-state.ts";
import { StepOutcome } from "./step-outcome.tsx";
import { untakenReason } from "./untaken-reason.ts";

/** Milliseconds between reads while the run is not there yet. */
const STARTING_MS = 500;
/** Runs of an event that can be chosen. */
const SHOWN_RUNS = 20;

/** Milliseconds between reads of an event, and the states in which it does not change any more. */
const EVENT_MS = 2_000;
const ENDED: ReadonlySet<string> = new Set(["completed", "canceled", "stopped"]);

/** A run as the cards of its workflow show it. */
export interface ShownRun {
  outcomeOf: (stepId: string) => ReactNode;
  untaken: (stepId: string, branchId: string) => string | undefined;
}

interface RunOnCanvasProps {
  transactionId: string;
  /** The id of the run that was chosen; the first one of the event otherwise. */
  member: string;
  onChoose: (runId: string) => void;
  onClose: () => void;
  /** Gives the cards what they show of the run; undefined until it is there. */
  onShown: (shown: ShownRun | undefined) => void;
}

/** Reads the runs of an event, and shows one of them above its canvas. */
export function RunOnCanvas({ transactionId, member, onChoose, onClose, onShown }: RunOnCanvasProps) {
  const { read } = useEnvironment();
  const runs = useQuery({
    ...read("notifications.list", { transactionId, limit: SHOWN_RUNS }),
    refetchInterval: ({ state: { data, status } }) =>
      data?.data.length ? pollInterval(data.data) : status === "error" ? FAILED_POLL_MS : STARTING_MS,
  });
  const listed = runs.data?.data ?? [];
  const run = listed.find(({ _id }) => _id === member) ?? listed[0];
  const event = useQuery({
    ...read("events.status", transactionId),
    enabled: listed.length > 1,
    refetchInterval: ({ state: { data } }) => (data && ENDED.has(data.state) ? false : EVENT_MS),
  });
  const shown = useMemo(
    (): ShownRun | undefined =>
      run && {
        outcomeOf: (id) => <StepOutcome run={run} stepId={id} />,
        untaken: (id, branchId) => untakenReason(run, id, branchId),
      },
    [run],
  );
  useEffect(() => {
    onShown(shown);
    return () => onShown(undefined);
  }, [shown, onShown]);
  return <RunBar run={run} runs={listed} event={event.data} query={runs} onChoose={onChoose} onClose={onClose} />;
}
