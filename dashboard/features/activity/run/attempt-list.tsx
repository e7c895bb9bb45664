import { durationText } from "../duration.ts";
import { DETAIL_LABELS, TEXT_COLORS } from "../status-badge.tsx";
import type { Attempt, AttemptResult } from "./attempts.ts";
import { timeOfDay } from "./moments.ts";

const RESULTS: Readonly<Record<AttemptResult, { text: string; status: keyof typeof DETAIL_LABELS }>> = {
  sent: { text: "Sent", status: "Success" },
  failed: { text: "Failed", status: "Failed" },
  again: { text: "Refused, tried again", status: "Warning" },
  elsewhere: { text: "Refused, sent through the next integration", status: "Warning" },
};

/** Each try to hand a message to a provider, and what the provider answered. */
export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return null;
  return (
    <ol aria-label="Attempts" className="flex flex-col divide-y rounded-md border">
      {attempts.map((attempt, index) => (
        <AttemptLine key={attempt.id} attempt={attempt} number={index + 1} />
      ))}
    </ol>
  );
}

function AttemptLine({ attempt, number }: { attempt: Attempt; number: number }) {
  const { result, call, at, integration, providerId, status, answer, messageId } = attempt;
  const { tone, Icon } = DETAIL_LABELS[RESULTS[result].status];
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex items-center gap-1.5">
          <Icon className={`size-4 shrink-0 ${TEXT_COLORS[tone]}`} aria-hidden="true" />
          {call || result === "sent" ? RESULTS[result].text : "Not called"}
        </span>
        <span translate="no" className="min-w-0 wrap-anywhere">
          {integration ?? providerId}
        </span>
        {status !== undefined && (
          <code translate="no" className="rounded bg-sunken px-1 font-mono text-xs">
            {status}
          </code>
        )}
        <span className="ms-auto text-xs text-muted tabular-nums">
          {call && `${durationText(call.until - call.from)}, `}
          <time dateTime={new Date(at).toISOString()}>{`attempt ${number} at ${timeOfDay(call?.from ?? at)}`}</time>
        </span>
      </div>
      {answer !== undefined && result !== "sent" && (
        <p translate="no" className="font-mono text-xs wrap-anywhere text-muted">
          {answer}
        </p>
      )}
      {answer !== undefined && result === "sent" && <p className="text-warning wrap-anywhere">{answer}</p>}
      {messageId !== undefined && (
        <p className="text-xs text-muted wrap-anywhere">
          The provider knows it as{" "}
          <code translate="no" className="font-mono">
            {messageId}
          </code>
        </p>
      )}
    </li>
  );
}
