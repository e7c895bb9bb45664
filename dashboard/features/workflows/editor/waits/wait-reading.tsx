import { useCronWords } from "#dashboard/components/dates/cron-words.ts";
import type { StepForm } from "../use-step-form.ts";
import { timeLineOf } from "./time-line.ts";
import { TimeLineDrawing } from "./time-line-drawing.tsx";
import { type WaitType, wholeSentence } from "./wait-sentence.ts";

const NAMES: Readonly<Record<WaitType, string>> = {
  digest: "Time line of the digest",
  delay: "Time line of the delay",
  throttle: "Time line of the throttle",
  wait_for_event: "Time line of the wait",
};

interface WaitReadingProps {
  form: StepForm;
  type: WaitType;
  /** The moment at which a step that ends at set times ends next, in words. */
  next?: string | undefined;
}

/** A step that waits or counts, read back in a sentence and drawn with examples. */
export function WaitReading({ form: { values }, type, next }: WaitReadingProps) {
  useCronWords(values.cron !== undefined);
  const sentence = wholeSentence(type, values);
  const line = timeLineOf(type, values, next);
  return (
    <figure aria-label="In words" className="flex min-w-0 flex-col gap-4 rounded-lg border bg-surface p-4">
      <figcaption className="wrap-anywhere" aria-live="polite">
        {sentence === undefined ? (
          "Something is not set yet: fill in the fields to see how it runs."
        ) : (
          <SentenceWithPaths text={`${sentence}.`} />
        )}
      </figcaption>
      {line && (
        <>
          <TimeLineDrawing line={line} name={NAMES[type]} />
          <Legend type={type} />
        </>
      )}
    </figure>
  );
}

/** A sentence with the places of payloads in it set as code. */
function SentenceWithPaths({ text }: { text: string }) {
  return text.split(PATHS).map((part, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other name
      <span key={index}>{part}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other name
      <code translate="no" key={index} className="rounded bg-sunken px-1 py-0.5 font-mono text-xs">
        {part}
      </code>
    ),
  );
}

const PATHS = /((?:payload|subscriber|steps)\.[\w.-]*\w)/;

/** The shapes of the drawing, which describes itself to screen readers. */
function Legend({ type }: { type: WaitType }) {
  const isDigest = type === "digest";
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <li className="flex items-center gap-1.5">
        <span className="size-2.5 rounded-full bg-accent" />
        {isDigest ? "Event" : "Run"}
      </li>
      {type === "throttle" && (
        <li className="flex items-center gap-1.5">
          <span className="inline-flex size-2.5 items-center justify-center rounded-full border border-danger text-[8px] leading-none text-danger">
            ×
          </span>
          Ended
        </li>
      )}
      {type === "wait_for_event" && (
        <li className="flex items-center gap-1.5">
          <span className="size-2 rotate-45 border border-accent" />
          What is awaited
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <span className="h-2.5 w-3.5 rounded-[2px] border border-success bg-success-soft" />
        {isDigest ? "Message" : "Goes on"}
      </li>
    </ul>
  );
}
