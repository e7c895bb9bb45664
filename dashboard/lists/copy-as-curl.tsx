import { Terminal } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { copyOrShow } from "#dashboard/components/controls/copy-or-show.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import type { OperationName } from "#dashboard/data/operations.ts";
import { isOperation } from "#dashboard/data/read.ts";

/** Copies the call by which a list is read, with its filters, for whoever wants the same by the API. Nothing for a list of several calls. */
export function CopyAsCurl({ queryKey: [, , name, ...args] }: { queryKey: readonly unknown[] }) {
  if (!isOperation(name)) return null;
  async function copy(operation: OperationName) {
    const { curlOf } = await import("./curl-of.ts");
    if (await copyOrShow(await curlOf(operation, args), "command")) {
      showToast({ tone: "success", text: "Copied. The API key is read from BELFRY_SECRET_KEY" });
    }
  }
  return (
    <Button onClick={() => void copy(name)}>
      <Terminal className="size-4" aria-hidden="true" /> Copy as curl
    </Button>
  );
}
