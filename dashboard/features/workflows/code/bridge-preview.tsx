import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useMemo, useState } from "react";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { StepV2 } from "#contract/v2/workflows.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { JsonField } from "#dashboard/components/controls/json-field.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { useDebounced } from "#dashboard/components/use-debounced.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { errorText } from "#dashboard/errors.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { bridgeRemedy } from "./bridge-remedy.ts";
import { isShown, MadeMessage } from "./made-message.tsx";

interface BridgePreviewProps {
  workflowId: string;
  step: StepV2;
  /** Undefined while they are read, and while one of them is no value. */
  values: Readonly<Record<string, unknown>> | undefined;
  /** Labels of controls without which the code makes nothing, and that have no value. */
  lacking: readonly string[];
}

/** Milliseconds after the last key: each preview is a call of the customer's application. */
const PREVIEW_AFTER_MS = 500;

/** Shows the output of the code of a step for the values as they are typed. */
export function BridgePreview({ workflowId, step, values, lacking }: BridgePreviewProps) {
  const { read, current } = useEnvironment();
  const example = useRead("v2.workflows.getTestData", workflowId);
  const [own, setOwn] = useState<string>();
  const text = own ?? JSON.stringify(example.data?.example.payload ?? {}, null, 2);
  const typed = JSON.stringify(values ?? null);
  const settled = useDebounced(`${typed}\n${text}`, PREVIEW_AFTER_MS);
  const request = useMemo(() => requestOf(settled), [settled]);
  const preview = useQuery({
    ...read("bridge.previewStep", workflowId, step.stepId, request ?? { controls: {}, payload: {} }),
    enabled: request !== undefined && !example.isPending && lacking.length === 0,
    placeholderData: keepPreviousData,
  });
  const { error } = preview;
  // A failure keeps what the last good answer was, as the editor's preview does.
  const [last, setLast] = useState(preview.data);
  if (preview.data && preview.data !== last) setLast(preview.data);
  const data = preview.data ?? last;
  const remedy = bridgeRemedy(error, current?.bridge?.url);
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3 rounded-lg border bg-raised p-4">
      <header className="flex min-h-8 items-center gap-2">
        <h3 className="text-base font-semibold">Preview</h3>
        <LoaderCircle
          className={`size-3.5 text-muted ${preview.isFetching ? "animate-spin" : "invisible"}`}
          aria-hidden="true"
        />
      </header>
      <JsonField
        label="Payload"
        hint="For an event that is not sent. The code makes the preview; nothing is stored"
        optional
        value={text}
        onChange={setOwn}
      />
      {lacking.length > 0 && (
        <p className="text-muted wrap-anywhere">{`For a preview, the code needs a value of ${lacking.join(" and ")}.`}</p>
      )}
      {error && (
        <Banner
          tone="warning"
          title={`The preview could not be made. ${errorText(error)}`}
          action={
            <Button small className="my-1" pending={preview.isFetching} onClick={() => void preview.refetch()}>
              Try again
            </Button>
          }
        >
          {remedy}
        </Banner>
      )}
      {data ? (
        <div className={error ? "flex flex-col gap-2 opacity-60" : undefined}>
          {error && <p className="text-xs text-muted">The last preview that could be made:</p>}
          <Outputs step={step} outputs={data.outputs} isSkipped={data.options?.skip === true} />
        </div>
      ) : (
        !error &&
        preview.isFetching && (
          <div role="status" aria-label="Loading">
            <Skeleton className="h-40 w-full" />
          </div>
        )
      )}
    </section>
  );
}

function requestOf(
  settled: string,
): { controls: Record<string, unknown>; payload: Record<string, unknown> } | undefined {
  const line = settled.indexOf("\n");
  const controls: unknown = parseExactJson(settled.slice(0, line));
  const text = settled.slice(line + 1);
  try {
    const payload: unknown = text.trim() === "" ? {} : parseExactJson(text);
    return isJsonObject(controls) && isJsonObject(payload) ? { controls, payload } : undefined;
  } catch {
    // The field says in which line it is no JSON.
    return undefined;
  }
}

interface OutputsProps {
  step: StepV2;
  outputs: Readonly<Record<string, unknown>>;
  isSkipped: boolean;
}

/** The outputs of a step: a message as it reads, anything else as JSON. */
function Outputs({ step, outputs, isSkipped }: OutputsProps) {
  const others = Object.entries(outputs).filter(([name, value]) => !isShown(step.type, name, value));
  const rest = others.length > 0 ? Object.fromEntries(others) : undefined;
  return (
    <div className="flex flex-col gap-3">
      {isSkipped && <p className="text-warning">The code skips the step for this data.</p>}
      <MadeMessage step={step} outputs={outputs} />
      {rest && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: What can be scrolled needs the keyboard, too.
          tabIndex={0}
          aria-label="Other outputs"
          className="max-h-72 overflow-auto rounded-md border bg-sunken p-2"
        >
          <pre translate="no" className="font-mono text-xs">
            {JSON.stringify(rest, null, 2)}
          </pre>
        </section>
      )}
      {Object.keys(outputs).length === 0 && <p className="text-muted">The code returns nothing.</p>}
    </div>
  );
}
