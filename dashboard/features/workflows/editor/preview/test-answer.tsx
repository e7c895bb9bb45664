import { CircleCheck, CircleX } from "lucide-react";
import { useEffect, useRef } from "react";
import type { StepTestSend } from "#contract/workflows/step-preview.ts";
import { CopyButton } from "#dashboard/components/controls/copy-button.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import type { StepTestState } from "./use-step-test.ts";

/** The outcome of a test: the vendor's own answer for each destination, or why there was none to ask. */
export function TestAnswer({ test: { sends = [], fault } }: { test: StepTestState }) {
  const end = useRef<HTMLDivElement>(null);
  const isAnswered = fault !== undefined || sends.length > 0;
  // The preview is as high as the window, and may have it below its edge.
  useEffect(() => {
    if (isAnswered) end.current?.scrollIntoView({ block: "nearest" });
  }, [isAnswered]);
  return (
    <div ref={end} className="flex scroll-m-4 flex-col gap-2">
      {fault !== undefined && <Alert>{fault}</Alert>}
      <ul role="status" aria-label="Answer of the vendor" className="flex flex-col gap-2 empty:hidden">
        {sends.map((send, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sends have no names, and keep their order.
          <li key={index} className="flex min-w-0 flex-col gap-1.5 rounded-md border px-3 py-2">
            <Outcome send={send} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Outcome({ send: { integration, isAccepted, id, message, status, answer } }: { send: StepTestSend }) {
  const Icon = isAccepted ? CircleCheck : CircleX;
  return (
    <>
      <p className={`flex items-start gap-1.5 font-medium ${isAccepted ? "text-success" : "text-danger"}`}>
        <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">
          {`${integration} ${isAccepted ? "accepted the message." : "did not take the message."}`}
        </span>
      </p>
      {message !== undefined && <p className="wrap-anywhere">{message}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 text-xs [&_dt]:text-muted">
        {id !== undefined && (
          <>
            <dt>Message id</dt>
            <dd className="flex items-center gap-1">
              <code translate="no" className="min-w-0 font-mono wrap-anywhere">
                {id}
              </code>
              <CopyButton value={id} what="message id" />
            </dd>
          </>
        )}
        {status !== undefined && (
          <>
            <dt>Status</dt>
            <dd className="tabular-nums">{status}</dd>
          </>
        )}
        {answer !== undefined && (
          <>
            <dt>Answer</dt>
            <dd className="max-h-40 overflow-auto font-mono whitespace-pre-wrap wrap-anywhere">{answer}</dd>
          </>
        )}
      </dl>
    </>
  );
}
