import type { ReactNode } from "react";
import { DETAILS } from "#contract/constants/details.ts";
import type { MessageWithSubscriber } from "#contract/messages.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { JsonBlock } from "#dashboard/components/display/code-block.tsx";
import { exactTime, RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { SuppressionLink } from "#dashboard/components/display/suppression-link.tsx";
import { durationText } from "../duration.ts";
import { shownStatus, suppressionOf } from "../skip-reason.ts";
import { JobStatusBadge } from "../status-badge.tsx";
import { stepOutcomeSentence } from "../step-outcome-sentence.ts";
import { AttemptList } from "./attempt-list.tsx";
import { attemptsOf } from "./attempts.ts";
import { DryMessages } from "./dry-message.tsx";
import { History } from "./history.tsx";
import { PHASE_LABELS } from "./phase-labels.ts";
import { lengthOf, type Phase } from "./phases.ts";
import { ReportList, reportsOf } from "./report-list.tsx";
import { SentMessages } from "./sent-messages.tsx";
import { cardIdOf, type TimedJob } from "./timed-jobs.ts";

interface StepCardProps extends TimedJob {
  /** The subscriber as sentences call it. */
  who: string;
  /** Names of the workflow's branches, by their ids. */
  branches: ReadonlyMap<string, string>;
  /** The messages that it has sent, as far as they are read. */
  messages: readonly MessageWithSubscriber[];
  /** The actions on a step that waits. */
  actions?: ReactNode;
}

/** A step of a run: what was decided by which rule, where the time went, each attempt, and what was reported since. */
export function StepCard({ job, phases, who, branches, messages, actions }: StepCardProps) {
  const typeName = STEP_TYPE_LABELS[job.type].name;
  const length = lengthOf(phases);
  const attempts = job.type === "in_app" ? [] : attemptsOf(job);
  // An attempt says how long its call took.
  const waits = attempts.length > 0 ? phases.filter(({ kind }) => kind !== "sending") : phases;
  const status = shownStatus(job);
  const suppressionId = suppressionOf(job);
  const isFailed = status === "failed";
  return (
    <article
      id={cardIdOf(job)}
      aria-label={job.step.name || typeName}
      className="scroll-mt-4 rounded-lg border bg-raised"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-2">
        <StepTypeIcon type={job.type} className="size-4 shrink-0 text-muted" />
        <h3 className="min-w-0 font-medium wrap-anywhere">{job.step.name || typeName}</h3>
        {job.providerId && (
          <code translate="no" className="font-mono text-xs text-muted">
            {job.providerId}
          </code>
        )}
        <span className="ml-auto flex items-center gap-3">
          {length > 0 && <span className="text-muted tabular-nums">{durationText(length)}</span>}
          <JobStatusBadge status={status} />
        </span>
      </header>
      <div className="flex flex-col gap-2 px-3 py-2">
        <p className={classNames("wrap-anywhere", isFailed && "text-danger")}>
          {stepOutcomeSentence(job, who, branches)}
        </p>
        {suppressionId && <SuppressionLink suppressionId={suppressionId} />}
        {isFailed && job.error && !TEXTS.has(job.error.message) && (
          <p className="text-danger wrap-anywhere">{job.error.message}</p>
        )}
        {job.status === "delayed" && job.dueAt && (
          <p>
            Continues <RelativeTime moment={job.dueAt} />, at {exactTime(job.dueAt)}
          </p>
        )}
        {actions}
        {(waits.length > 1 || attempts.length > 0) && <PhaseList phases={waits} />}
        <AttemptList attempts={attempts} />
        <ReportList reports={reportsOf(job.executionDetails)} />
        <DryMessages job={job} />
        <SentMessages messages={messages} />
        <History job={job} />
        {job.digest && Object.keys(job.digest).length > 0 && (
          <Disclosure title="Digest">
            <JsonBlock label="digest" value={job.digest} />
          </Disclosure>
        )}
      </div>
    </article>
  );
}

/** The sentence of a fact says more than its text. */
const TEXTS: ReadonlySet<string> = new Set(Object.values(DETAILS));

/** More phases than these are folded. */
const SHOWN_PHASES = 4;

function PhaseList({ phases }: { phases: readonly Phase[] }) {
  const list = (
    <ol aria-label="Where the time went" className="flex flex-col text-xs text-muted">
      {phases.map(({ id, kind, sentence }) => (
        <li key={id} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className={classNames("h-3 w-5 shrink-0 rounded-sm border", PHASE_LABELS[kind].look)}
          />
          <span className="min-w-0 wrap-anywhere">{sentence}</span>
        </li>
      ))}
    </ol>
  );
  if (phases.length <= SHOWN_PHASES) return list;
  return <Disclosure title="Where the time went">{list}</Disclosure>;
}
