import { Select, type SelectOption } from "#dashboard/components/controls/select.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { PayloadEditor } from "#dashboard/features/workflows/payload/payload-editor.tsx";
import { useEditorState } from "../editor-context.tsx";
import type { PayloadSource } from "./chosen-data.ts";
import { SampleActions } from "./sample-actions.tsx";
import type { PreviewDataState } from "./use-preview-data.ts";

const SAMPLE = "sample/";
const ORIGINS: Readonly<Partial<Record<PayloadSource, string>>> = {
  example: "The example",
  event: "The last event",
  sample: "The samples",
};

/**
 * The payload of the event: an example, that of the last event, one that is kept as a sample, or what is written here. Writing into another
 * one makes it the member's own.
 */
export function PayloadFields({ data }: { data: PreviewDataState }) {
  const { choose, recent, source, origin, sample, text, fault } = data;
  const workflowId = useEditorState(({ saved }) => saved._id);
  const samples = useRead("v2.workflows.listSamples", workflowId);
  const hasEvent = recent.data === undefined || recent.data.length > 0;
  const options: SelectOption<string>[] = [
    { id: "example", text: "Example", description: "Values of the last event, invented where it has none" },
    {
      id: "event",
      text: "Last event",
      description: hasEvent ? "As it was triggered" : "There is none yet",
      disabled: !hasEvent,
    },
    ...(samples.data ?? []).map(({ _id, name }) => ({ id: `${SAMPLE}${_id}`, text: name, description: "Sample" })),
    { id: "own", text: "My own", description: "Written below" },
  ];

  function onChange(chosen: string): void {
    if (chosen.startsWith(SAMPLE)) choose({ source: "sample", sampleId: chosen.slice(SAMPLE.length) });
    // What is on the screen is where an own one begins.
    else if (chosen === "own")
      choose({ source: "own", sampleId: undefined, ownPayload: data.chosen.ownPayload || text });
    else choose({ source: chosen === "event" ? "event" : "example", sampleId: undefined });
  }

  return (
    <>
      <Select
        label="Payload"
        value={source === "sample" && sample ? `${SAMPLE}${sample._id}` : source}
        options={options}
        onChange={onChange}
      />
      {origin && <LoadFailed what={ORIGINS[source] ?? ""} query={origin} />}
      {source !== "sample" && <LoadFailed what="The samples" query={samples} />}
      {origin?.isPending ? (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-32 w-full" />
        </div>
      ) : (
        <PayloadEditor
          label="Payload as JSON"
          error={fault === undefined ? undefined : { type: "json", message: fault }}
          value={text}
          onChange={(ownPayload) => choose({ source: "own", ownPayload })}
        />
      )}
      <SampleActions workflowId={workflowId} data={data} />
    </>
  );
}
