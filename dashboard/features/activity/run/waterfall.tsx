import { classNames } from "#dashboard/components/class-names.ts";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { Tooltip } from "#dashboard/components/overlays/tooltip.tsx";
import { durationText } from "../duration.ts";
import { type Axis, axisOf } from "./axis.ts";
import { PHASE_LABELS, timesByKind } from "./phase-labels.ts";
import { lengthOf, type Phase } from "./phases.ts";
import { cardIdOf, type TimedJob } from "./timed-jobs.ts";

/** The steps of a run on a common axis of time: what each did and what it waited for. Each bar leads to its step. */
export function Waterfall({ jobs }: { jobs: readonly TimedJob[] }) {
  const phases = jobs.flatMap((job) => job.phases);
  if (phases.length === 0) return null;
  const axis = axisOf(phases);
  return (
    <div className="flex flex-col gap-3 rounded-lg border bg-raised p-4">
      <ol aria-label="Time of each step" className="flex flex-col gap-2 sm:gap-1">
        {jobs.map(({ job, phases: own }) => (
          <li
            key={job._id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)_5rem]"
          >
            <span className="flex min-w-0 items-center gap-2">
              <StepTypeIcon type={job.type} className="size-4 shrink-0 text-muted" />
              <span className="truncate">{job.step.name || STEP_TYPE_LABELS[job.type].name}</span>
            </span>
            <span className="text-end text-xs text-muted tabular-nums sm:order-3">
              {lengthOf(own) > 0 && durationText(lengthOf(own))}
            </span>
            <span className="relative col-span-2 h-6 rounded-sm bg-sunken/60 sm:col-span-1">
              {own.map((phase) => (
                <Bar key={phase.id} phase={phase} axis={axis} href={`#${cardIdOf(job)}`} />
              ))}
            </span>
          </li>
        ))}
      </ol>
      <Ticks axis={axis} />
      <ul aria-label="Time by kind" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {timesByKind(phases).map(({ kind, ms }) => (
          <li key={kind} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={classNames("h-3 w-5 rounded-sm border", PHASE_LABELS[kind].look)} />
            {PHASE_LABELS[kind].text} {ms > 0 && <span className="text-muted tabular-nums">{durationText(ms)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Bar({ phase: { kind, from, until, sentence }, axis, href }: { phase: Phase; axis: Axis; href: string }) {
  const [start, end] = [axis.at(from), axis.at(until)];
  return (
    <Tooltip text={sentence} isName>
      <a
        href={href}
        style={{ insetInlineStart: `min(${start * 100}%, 100% - 0.375rem)`, width: `${(end - start) * 100}%` }}
        className={classNames(
          "absolute inset-y-0.5 min-w-1.5 rounded-sm border hover:brightness-110 focus-visible:z-10",
          PHASE_LABELS[kind].look,
        )}
      >
        <span className="sr-only">{sentence}</span>
      </a>
    </Tooltip>
  );
}

/** Moments since the beginning of the run; on a phone its beginning and its end alone. */
function Ticks({ axis }: { axis: Axis }) {
  const named = axis.ticks.map(({ place, sinceStart }) => ({
    place,
    text: sinceStart === 0 ? "0" : durationText(sinceStart),
  }));
  return (
    <div
      aria-hidden="true"
      className="grid text-xs text-muted tabular-nums sm:grid-cols-[9rem_minmax(0,1fr)_5rem] sm:gap-x-3"
    >
      <span className="relative h-4 sm:col-start-2">
        {named
          // A long wait makes what is short after it the same moment.
          .filter(({ text }, index) => text !== named[index + 1]?.text)
          .map(({ place, text }) => (
            <span
              key={place}
              style={{ insetInlineStart: `${place * 100}%` }}
              className={classNames(
                "absolute whitespace-nowrap",
                place === 1 ? "-translate-x-full" : place > 0 && "-translate-x-1/2 max-sm:hidden",
              )}
            >
              {text}
            </span>
          ))}
      </span>
    </div>
  );
}
