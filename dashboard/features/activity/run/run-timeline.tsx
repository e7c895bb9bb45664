import { DETAILS } from "#contract/constants/details.ts";
import type { ActivityJob } from "#contract/notifications.ts";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import type { Tone } from "#dashboard/components/display/badge.tsx";
import { JsonBlock } from "#dashboard/components/display/code-block.tsx";
import { exactTime, RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { parseExactJson } from "#dashboard/exact-json.ts";
import { durationText, jobDuration } from "../duration.ts";
import { shownStatus, skipReason } from "../skip-reason.ts";
import { DETAIL_LABELS, JobStatusBadge } from "../status-badge.tsx";
import { stepOutcomeSentence } from "../step-outcome-sentence.ts";
import { DryMessages } from "./dry-message.tsx";

interface RunTimelineProps {
  jobs: ActivityJob[];
  /** The subscriber as sentences call it. */
  who: string;
}

/** A run's jobs from first to last, each with its execution details. */
export function RunTimeline({ jobs, who }: RunTimelineProps) {
  if (jobs.length === 0) return <p className="text-muted">This run has no steps.</p>;
  return (
    <ol aria-label="Timeline" className="flex flex-col gap-3">
      {jobs.map((job) => (
        <li key={job._id}>
          <JobCard job={job} who={who} />
        </li>
      ))}
    </ol>
  );
}

/** Facts of tests alone, whose sentences say what was left out. */
const TEST_DETAILS: ReadonlySet<string> = new Set([
  DETAILS.wouldBeSent,
  DETAILS.wouldStartWorkflow,
  DETAILS.requestNotSent,
  DETAILS.webhookNotAsked,
  DETAILS.codeNotExecuted,
  DETAILS.waitSkipped,
  DETAILS.throttleSkipped,
]);

function JobCard({ job, who }: { job: ActivityJob; who: string }) {
  const typeName = STEP_TYPE_LABELS[job.type].name;
  const duration = jobDuration(job);
  const status = shownStatus(job);
  const reason = skipReason(job);
  const isTest = job.executionDetails.some((detail) => TEST_DETAILS.has(detail.detail));
  return (
    <article aria-label={job.step.name || typeName} className="rounded-lg border bg-raised">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-2">
        <StepTypeIcon type={job.type} className="size-4 shrink-0 text-muted" />
        <h3 className="min-w-0 font-medium wrap-anywhere">{job.step.name || typeName}</h3>
        {job.providerId && (
          <code translate="no" className="font-mono text-xs text-muted">
            {job.providerId}
          </code>
        )}
        <span className="ml-auto flex items-center gap-3">
          {duration !== undefined && <span className="text-muted">{durationText(duration)}</span>}
          <JobStatusBadge status={status} />
        </span>
      </header>
      <div className="flex flex-col gap-2 px-3 py-2">
        {job.status === "delayed" && job.dueAt && (
          <p>
            Continues <RelativeTime moment={job.dueAt} />, at {exactTime(job.dueAt)}
          </p>
        )}
        {isTest ? <p>{stepOutcomeSentence(job, who)}</p> : reason && <p>{reason}</p>}
        <DryMessages job={job} />
        {job.error && status !== "skipped" && (
          <p className="rounded-md bg-danger-soft px-2 py-1 text-danger wrap-anywhere">{job.error.message}</p>
        )}
        {job.executionDetails.length === 0 ? (
          <p className="text-muted">Nothing is recorded yet.</p>
        ) : (
          <ol className="flex flex-col">
            {job.executionDetails.map((detail) => (
              <DetailLine key={detail._id} detail={detail} />
            ))}
          </ol>
        )}
        {job.digest && Object.keys(job.digest).length > 0 && (
          <Disclosure title="Digest">
            <JsonBlock label="digest" value={job.digest} />
          </Disclosure>
        )}
      </div>
    </article>
  );
}

const TEXT_COLORS: Record<Tone, string> = {
  neutral: "text-muted",
  accent: "text-accent",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger",
  info: "text-info",
};

type Detail = ActivityJob["executionDetails"][number];

function DetailLine({ detail }: { detail: Detail }) {
  const { text, tone, Icon } = DETAIL_LABELS[detail.status];
  return (
    <li className="flex flex-col gap-1 py-1">
      <div className="flex items-start gap-2">
        <Icon className={`mt-0.5 size-4 shrink-0 ${TEXT_COLORS[tone]}`} aria-hidden="true" />
        <span className="sr-only">{text}:</span>
        <span className="min-w-0 flex-1 wrap-anywhere">
          {detail.detail}
          {detail.providerId && (
            <code translate="no" className="ml-2 font-mono text-xs text-muted">
              {detail.providerId}
            </code>
          )}
          {detail.isRetry && <span className="ml-2 text-xs text-muted">retry</span>}
        </span>
        <time dateTime={detail.createdAt} title={exactTime(detail.createdAt)} className="shrink-0 text-xs text-muted">
          {timeOfDay(detail.createdAt)}
        </time>
      </div>
      {detail.raw && (
        <div className="pl-6">
          <Disclosure title="Raw data">
            <JsonBlock label="raw data" value={parseRaw(detail.raw)} />
          </Disclosure>
        </div>
      )}
    </li>
  );
}

/** Returns the time with milliseconds, because details of one step are close together. */
function timeOfDay(moment: string): string {
  const date = new Date(moment);
  return `${date.toLocaleTimeString("en-GB")}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** Parses raw data; text that is not JSON, such as a truncated answer, is shown unchanged. */
function parseRaw(raw: string): unknown {
  try {
    return parseExactJson(raw);
  } catch {
    return raw;
  }
}
