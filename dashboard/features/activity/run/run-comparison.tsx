import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Activity } from "#contract/notifications.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { Diff } from "#dashboard/components/display/diff.tsx";
import { exactTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { type ComparedFact, comparedFacts, comparedSteps } from "./compare-runs.ts";

/** Two runs side by side: what they are, what each step did, and their payloads. What differs is marked. */
export function RunComparison({ left, right }: { left: Activity; right: Activity }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="comparison" className="text-base font-medium">
          Comparison
        </h2>
        <Link to="/activity/$runId" params={{ runId: left._id }} search={{}} className="text-accent underline">
          Close the comparison
        </Link>
      </div>
      <table
        aria-labelledby="comparison"
        className="w-full table-fixed rounded-lg border bg-raised text-start max-sm:block"
      >
        <thead className="border-b text-muted max-sm:block">
          <tr className="max-sm:grid max-sm:grid-cols-2">
            <th scope="col" className="w-1/5 px-3 py-2 text-start font-medium max-sm:hidden">
              Compared
            </th>
            <RunHeader run={left} text="This run" />
            <RunHeader run={right} text="Other run" />
          </tr>
        </thead>
        <tbody className="divide-y max-sm:block">
          {comparedFacts(left, right).map((fact) => (
            <Row key={fact.name} fact={fact} title={fact.name} />
          ))}
          {comparedSteps(left, right).map(({ id, type, ...fact }) => (
            <Row
              key={id}
              fact={fact}
              title={
                <span className="flex items-center gap-2">
                  <StepTypeIcon type={type} className="size-4 shrink-0 text-muted" />
                  {fact.name || STEP_TYPE_LABELS[type].name}
                </span>
              }
            />
          ))}
        </tbody>
      </table>
      <section aria-labelledby="payloads" className="flex flex-col gap-3">
        <h2 id="payloads" className="text-base font-medium">
          Payload
        </h2>
        <Diff label="Payloads of both runs" before={left.payload ?? {}} after={right.payload ?? {}} />
      </section>
    </>
  );
}

function RunHeader({ run, text }: { run: Activity; text: string }) {
  return (
    <th scope="col" className="px-3 py-2 text-start font-medium">
      <Link to="/activity/$runId" params={{ runId: run._id }} search={{}} className="text-accent underline">
        {text}
      </Link>
      <span className="block text-xs font-normal">{exactTime(run.createdAt)}</span>
    </th>
  );
}

function Row({ fact: { left, right, differs }, title }: { fact: ComparedFact; title: ReactNode }) {
  const cell = classNames("px-3 py-2 align-top wrap-anywhere", differs && "bg-warning-soft");
  return (
    <tr className="max-sm:grid max-sm:grid-cols-2">
      <th scope="row" className="px-3 py-2 text-start align-top font-medium max-sm:col-span-2 max-sm:pb-0">
        {title}
        {differs && (
          <span className="mt-1 block">
            <Badge tone="warning">Different</Badge>
          </span>
        )}
      </th>
      <td className={cell}>{left}</td>
      <td className={cell}>{right}</td>
    </tr>
  );
}
