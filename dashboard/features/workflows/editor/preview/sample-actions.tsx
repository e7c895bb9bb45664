import type { PayloadSample } from "#contract/v2/payload-samples.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { NameSample } from "./name-sample.tsx";
import type { PreviewDataState } from "./use-preview-data.ts";

interface SampleActionsProps {
  workflowId: string;
  data: PreviewDataState;
}

/** Keeps the payload as a sample of the workflow, and renames, changes and deletes the one that is chosen. Nothing for who may only read. */
export function SampleActions({ workflowId, data: { choose, source, sample, text, fault } }: SampleActionsProps) {
  const { may, readOnly, write } = useEnvironment();
  const work = useOneMutation({ mutationFn: (change: () => Promise<void>) => change() });
  if (readOnly || !may("content.edit")) return null;

  const isWritable = fault === undefined && text !== "";
  const payload = (): Record<string, unknown> => Object(parseExactJson(text));
  const chooseSample = ({ _id }: PayloadSample) => choose({ source: "sample", sampleId: _id });

  async function removeSample({ _id, name, payload: kept }: PayloadSample): Promise<void> {
    await write("v2.workflows.deleteSample", workflowId, _id);
    choose({ source: "example", sampleId: undefined });
    const bringBack = async () =>
      chooseSample(await write("v2.workflows.createSample", workflowId, { name, payload: kept }));
    showToast({ tone: "success", text: `Sample ${name} deleted`, undo: () => work.mutate(bringBack) });
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      {source === "own" && sample && (
        <p className="text-xs text-muted wrap-anywhere">{`Changed from the sample ${sample.name}.`}</p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {source === "own" && sample && isWritable && (
          <Button
            small
            pending={work.isPending}
            onClick={() =>
              work.mutate(async () =>
                chooseSample(await write("v2.workflows.patchSample", workflowId, sample._id, { payload: payload() })),
              )
            }
          >
            Update sample
          </Button>
        )}
        {source !== "sample" && (
          <NameSample
            keptName="new-sample"
            disabled={!isWritable}
            label="Save as sample"
            action="Save"
            name=""
            onName={async (name) =>
              chooseSample(await write("v2.workflows.createSample", workflowId, { name, payload: payload() }))
            }
          />
        )}
        {source === "sample" && sample && (
          <>
            <NameSample
              keptName={`sample/${sample._id}`}
              label="Rename sample"
              action="Rename"
              name={sample.name}
              onName={async (name) => void (await write("v2.workflows.patchSample", workflowId, sample._id, { name }))}
            />
            <Button small pending={work.isPending} onClick={() => work.mutate(() => removeSample(sample))}>
              Delete sample
            </Button>
          </>
        )}
      </div>
      {work.error && <Alert>{errorText(work.error)}</Alert>}
    </div>
  );
}
