import { Download } from "lucide-react";
import { AUDIT_EXPORT_MAX } from "#contract/constants/audit.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { download } from "#dashboard/download.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { type AuditSearch, auditFilters } from "./audit-search.ts";

const NEXT_HEADER = "belfry-next-cursor";

/** Saves what the filters leave of the audit log as files of CSV, each of as many entries as one call gives. */
export function ExportButton({ search }: { search: AuditSearch }) {
  const { write } = useEnvironment();
  const file = useOneMutation<number, void>({
    mutationFn: async () => {
      let parts = 0;
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const answer = await write("auditLogs.export", { ...auditFilters(search), ...(cursor && { cursor }) });
        cursor = answer.headers.get(NEXT_HEADER);
        parts++;
        download(cursor === null && parts === 1 ? "audit-log.csv" : `audit-log-${parts}.csv`, await answer.blob());
      }
      return parts;
    },
    onSuccess: (parts) =>
      parts > 1 &&
      showToast({ tone: "success", text: `Saved as ${parts} files of up to ${AUDIT_EXPORT_MAX} entries each` }),
    onError: (error) => showToast({ tone: "danger", text: `The export is not complete. ${errorText(error)}` }),
  });
  return (
    <Button pending={file.isPending} onClick={() => file.mutate()}>
      <Download className="size-4" aria-hidden="true" /> Export as CSV
    </Button>
  );
}
