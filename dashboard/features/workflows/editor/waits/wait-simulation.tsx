import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import type { SimulateWait, WaitSimulation } from "#contract/v2/step-waits.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { dateInZone } from "#dashboard/components/dates/date-words.ts";
import { ownTimeZone } from "#dashboard/components/dates/next-dates.tsx";
import { countText, numberText } from "#dashboard/components/display/count-text.ts";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useEditorState } from "../editor-context.tsx";
import type { StepForm } from "../use-step-form.ts";
import { DayBars } from "./day-bars.tsx";
import { SimulatedMessages } from "./simulated-messages.tsx";

/** The outcome of the step, as it is typed, for the events of the last seven days. */
export function WaitSimulationPanel({ form: { values }, type }: { form: StepForm; type: SimulateWait["type"] }) {
  const { read } = useEnvironment();
  const workflowId = useEditorState(({ saved }) => saved._id);
  const [asked, setAsked] = useState<SimulateWait>();
  const body: SimulateWait = { type, controlValues: values, timezone: ownTimeZone() };
  const query = useQuery({
    ...read("previews.wait", workflowId, asked ?? body),
    enabled: asked !== undefined,
  });
  const isOutdated = asked !== undefined && asked.controlValues !== values;
  const ask = () => {
    if (asked !== undefined && !isOutdated) void query.refetch();
    setAsked(body);
  };
  return (
    <section aria-label="Simulation" className="flex min-w-0 flex-col gap-4 rounded-lg border p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">Last week's events</h3>
        <Button onClick={ask} pending={asked !== undefined && query.isFetching}>
          <History className="size-4" aria-hidden="true" />
          Simulate
        </Button>
      </div>
      {asked === undefined ? (
        <p className="text-muted">
          Goes through the events of the last seven days with the step as it is here. Nothing is sent.
        </p>
      ) : (
        <>
          {isOutdated && <p className="text-warning">The step has changed since: simulate again.</p>}
          <QueryResult
            query={query}
            headingLevel={2}
            skeleton={
              <div role="status" aria-label="Simulating" className="flex flex-col gap-3">
                <Skeleton className="h-14 w-full" />
                <Skeleton className="h-28 w-full" />
              </div>
            }
          >
            {(result) => <SimulationResult result={result} type={type} />}
          </QueryResult>
        </>
      )}
    </section>
  );
}

function SimulationResult({ result, type }: { result: WaitSimulation; type: SimulateWait["type"] }) {
  const { runs, events, isCut, from, failed, problem } = result;
  if (runs === 0) {
    return (
      <p role="status" className="text-muted">
        No event came in the last seven days. Trigger the workflow, and simulate then.
      </p>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p role="status" className="wrap-anywhere">
        {summaryText(result, type)}
      </p>
      {isCut && (
        <Banner
          tone="info"
          title={`Only the newest ${numberText(events)} ${events === 1 ? "event was" : "events were"} read, since ${dateInZone(from, ownTimeZone())}.`}
        />
      )}
      {failed > 0 && (
        <Banner
          tone="warning"
          title={`${numberText(failed)} ${failed === 1 ? "run" : "runs"} would have failed here. ${problem ?? ""}`}
        />
      )}
      <Numbers result={result} type={type} />
      <DayBars days={result.days} isDigest={type === "digest"} />
      <SimulatedMessages messages={result.first} total={result.messages} isDigest={type === "digest"} />
      <p className="text-xs text-muted">Ignores conditions and earlier steps.</p>
    </div>
  );
}

/** "120 events: 1 digest still open, 14 messages sent." */
function summaryText(
  { runs, messages, waiting, dropped, letThrough }: WaitSimulation,
  type: SimulateWait["type"],
): string {
  if (type === "throttle")
    return `Of ${countText(runs, "run")}, ${numberText(messages)} would have passed and ${dropped === 0 ? "none" : numberText(dropped)} would have been ended.`;
  if (type === "delay")
    return `Of ${countText(runs, "run")}, ${numberText(messages)} would have gone on${waiting > 0 ? `, and ${numberText(waiting)} would still wait` : ""}.`;
  const open = waiting > 0 ? `${countText(waiting, "digest")} still open, ` : "";
  const through = letThrough > 0 ? ` (${numberText(letThrough)} at once)` : "";
  const sent = messages === 0 ? "nothing sent yet" : `${countText(messages, "message")} sent${through}`;
  return `${countText(runs, "event")}: ${open}${sent}.`;
}

function Numbers({ result, type }: { result: WaitSimulation; type: SimulateWait["type"] }) {
  const { events, messages, largest, median, dropped, waiting } = result;
  const numbers: [string, number][] = [
    ["Events", events],
    [type === "digest" ? "Messages" : "Went on", messages],
    ...(type === "digest"
      ? ([
          ["Largest", largest],
          ["Median", median],
        ] satisfies [string, number][])
      : []),
    ...(type === "throttle" ? ([["Ended", dropped]] satisfies [string, number][]) : []),
    ...(type === "throttle" ? [] : ([["Still waiting", waiting]] satisfies [string, number][])),
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-3">
      {numbers.map(([name, number]) => (
        <div key={name} className="flex flex-col-reverse rounded-md bg-sunken px-2.5 py-2">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{numberText(number)}</dd>
        </div>
      ))}
    </dl>
  );
}
