import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { ResumeForm } from "./resume-form.tsx";
import type { ResumeSelection } from "./resume-selection.ts";
import { channelsText } from "./resumption-texts.ts";

interface ResumeDialogProps {
  /** Undefined where the filter of the list has more values than a resumption takes. */
  selection: ResumeSelection | undefined;
  /** Says which runs these are, where the screen does not show its filter. */
  description?: string;
  /** Keeps what is typed under this name. */
  keptName?: string;
  onClose: () => void;
}

/** Asks how runs are to be resumed, and shows beforehand what that does. */
export function ResumeDialog({ selection, description, keptName, onClose }: ResumeDialogProps) {
  const title = selection && "runIds" in selection ? "Resume the selected runs" : "Resume all runs that match";
  const channels = selection && "filter" in selection ? selection.filter.channels : undefined;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      {...(description !== undefined && { description })}
      // The list has the runs of workflows that use the channel, whatever became of that step.
      {...(channels &&
        description === undefined && {
          description: `Only runs with a failed or unsent step on ${channels.length > 1 ? "these channels" : "this channel"}: ${channelsText(channels)}`,
        })}
    >
      {selection ? (
        <ResumeForm selection={selection} {...(keptName !== undefined && { keptName })} onClose={onClose} />
      ) : (
        <p>
          A resumption goes by at most 100 workflows and 100 subscribers, and not by tags, tenants, versions, reasons,
          priorities, tests or marks. Filter by less, or select runs.
        </p>
      )}
    </Dialog>
  );
}
