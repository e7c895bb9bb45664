import { isChannel } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import type { ActivityJob } from "#contract/notifications.ts";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { JsonBlock } from "#dashboard/components/display/code-block.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { exactTime } from "#dashboard/components/display/relative-time.tsx";
import { parseExactJson } from "#dashboard/exact-json.ts";
import { durationText, jobDuration } from "../duration.ts";
import { DETAIL_LABELS, TEXT_COLORS } from "../status-badge.tsx";
import type { Detail } from "./attempts.ts";
import { timeOfDay } from "./moments.ts";

/** Facts of every step that goes as it should. */
const ORDINARY: ReadonlySet<string> = new Set([
  DETAILS.stepCreated,
  DETAILS.stepQueued,
  DETAILS.startSending,
  DETAILS.integrationSelected,
  DETAILS.messageCreated,
  DETAILS.messageSent,
]);

/** All that is recorded of a step, folded into one line. */
export function History({ job }: { job: ActivityJob }) {
  const details = job.executionDetails;
  if (details.length === 0) return <p className="text-muted">Nothing is recorded yet.</p>;
  return (
    <Disclosure title={titleOf(job)}>
      <ol className="flex flex-col">
        {details.map((detail) => (
          <DetailLine key={detail._id} detail={detail} />
        ))}
      </ol>
    </Disclosure>
  );
}

function titleOf(job: ActivityJob): string {
  const duration = jobDuration(job);
  const own = job.executionDetails.filter(({ source }) => source !== "Webhook");
  const isOrdinary = own.every(({ detail }) => ORDINARY.has(detail.split(": ", 1)[0] ?? ""));
  if (job.status === "completed" && isOrdinary && isChannel(job.type) && duration !== undefined) {
    return `Queued, started and sent ${duration === 0 ? "at once" : `in ${durationText(duration)}`}`;
  }
  return `History: ${countText(job.executionDetails.length, "detail")}`;
}

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

/** Parses raw data; text that is not JSON, such as a truncated answer, is shown unchanged. */
function parseRaw(raw: string): unknown {
  try {
    return parseExactJson(raw);
  } catch {
    return raw;
  }
}
