import { useState } from "react";
import type { PublicationPreview, PublicationPreviewItem } from "#contract/workflows/publications.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { BulkBar } from "#dashboard/lists/bulk-bar.tsx";
import { useRowSelection } from "#dashboard/lists/use-row-selection.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { DifferenceTable } from "./difference-table.tsx";

// The contract's schemas are not part of the screen's first load.
const PublishForm = lazyNamed(() => import("./publish-form.tsx"), "PublishForm");

/** The name under which is kept what was not sent. */
const KEPT_NAME = "publish";

interface DifferencesProps {
  rows: readonly PublicationPreviewItem[];
  environments: { sourceEnvironmentId: string; targetEnvironmentId: string };
  preview: Pick<PublicationPreview, "requiresApproval" | "unchanged">;
}

/** The differences, of which those that are selected are published, or all. */
export function Differences({ rows, environments, preview: { requiresApproval, unchanged } }: DifferencesProps) {
  const { may } = useEnvironment();
  const publishable = rows.filter(({ problem }) => problem === undefined);
  const selection = useRowSelection(rows.map(({ _id }) => _id));
  const [chosen, setChosen] = useState<readonly PublicationPreviewItem[] | undefined>(
    isKept(KEPT_NAME) ? publishable : undefined,
  );
  const selected = publishable.filter(({ _id }) => selection.isSelected(_id));
  const verb = requiresApproval ? "Ask to publish" : "Publish";
  const mayPublish = may("content.publish");
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">
          {`${countText(rows.length, "difference")}, ${unchanged === 0 ? "nothing else" : `${unchanged} the same in both`}`}
        </p>
        {mayPublish && publishable.length > 0 && selected.length === 0 && (
          <Button variant="primary" onClick={() => setChosen(publishable)}>
            {publishable.length === 1 ? `${verb} …` : `${verb} all ${publishable.length} …`}
          </Button>
        )}
      </div>
      <DifferenceTable rows={rows} {...(mayPublish && { selection })} />
      {mayPublish && (
        <BulkBar selection={selection} noun="difference">
          <Button variant="primary" disabled={selected.length === 0} onClick={() => setChosen(selected)}>
            {`${verb} ${selected.length} …`}
          </Button>
        </BulkBar>
      )}
      <FormDialog
        open={chosen !== undefined}
        onOpenChange={() => setChosen(undefined)}
        title={requiresApproval ? "Ask for approval" : "Publish"}
        height="h-56"
      >
        <PublishForm
          environments={environments}
          items={chosen ?? []}
          requiresApproval={requiresApproval}
          keptName={KEPT_NAME}
          onClose={() => setChosen(undefined)}
        />
      </FormDialog>
    </>
  );
}
