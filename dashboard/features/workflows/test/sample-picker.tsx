import { Select } from "#dashboard/components/controls/select.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { useRead } from "#dashboard/data/use-read.ts";

interface SamplePickerProps {
  workflowId: string;
  /** The payload that the form begins with. */
  example: Record<string, unknown>;
  /** As it is written in the form. */
  payload: string;
  onChange: (payload: string) => void;
}

const EXAMPLE = "example";
const written = (payload: Record<string, unknown>): string => JSON.stringify(payload, null, 2);

/** Takes the payload of a sample over into the form. Nothing for a workflow that has none: samples are kept in the editor of its steps. */
export function SamplePicker({ workflowId, example, payload, onChange }: SamplePickerProps) {
  const query = useRead("v2.workflows.listSamples", workflowId);
  const samples = query.data ?? [];
  // Most workflows have none: nothing is to move for them.
  if (query.isPending) return <div role="status" aria-label="Loading" className="sr-only" />;
  if (samples.length === 0) return <LoadFailed what="The samples of payloads" query={query} />;
  const payloads = new Map([
    [EXAMPLE, written(example)],
    ...samples.map((one) => [one._id, written(one.payload)] as const),
  ]);
  const chosen = [...payloads].find(([, text]) => text === payload)?.[0];
  return (
    <Select
      label="Sample"
      placeholder="Changed below"
      value={chosen ?? null}
      options={[
        { id: EXAMPLE, text: "Example", description: "Made from what the workflow needs" },
        ...samples.map(({ _id, name }) => ({ id: _id, text: name })),
      ]}
      onChange={(id) => onChange(payloads.get(id) ?? payload)}
    />
  );
}
