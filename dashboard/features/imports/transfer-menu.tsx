import { useNavigate } from "@tanstack/react-router";
import { type DataKind, EXPORT_FORMATS, type ExportFormat } from "#contract/constants/imports.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Menu, MenuItem } from "#dashboard/components/overlays/menu.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { download } from "#dashboard/download.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { KINDS } from "./import-texts.ts";

const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = { csv: "CSV", ndjson: "NDJSON" };

/** A menu that imports and exports what a list shows; nothing for members who may do neither. */
export function TransferMenu({ kinds }: { kinds: readonly DataKind[] }) {
  const { may, write } = useEnvironment();
  const navigate = useNavigate();
  const file = useOneMutation({
    mutationFn: async ({ kind, format }: { kind: DataKind; format: ExportFormat }) => {
      const answer = await write("exports.get", kind, { format });
      download(`${kind}.${format}`, await answer.blob());
    },
    onError: (error) => showToast({ tone: "danger", text: `Nothing was exported. ${errorText(error)}` }),
  });
  if (!may("data.transfer")) return null;
  return (
    <Menu label="Import and export" trigger={<Button pending={file.isPending}>Import / export</Button>}>
      {kinds.map((kind) => (
        <MenuItem key={kind} onAction={() => void navigate({ to: "/imports/new", search: { kind } })}>
          {`Import ${KINDS[kind].name.toLowerCase()} …`}
        </MenuItem>
      ))}
      {kinds.flatMap((kind) =>
        EXPORT_FORMATS.map((format) => (
          <MenuItem key={`${kind} ${format}`} onAction={() => file.mutate({ kind, format })}>
            {`Export ${KINDS[kind].name.toLowerCase()} as ${FORMAT_NAMES[format]}`}
          </MenuItem>
        )),
      )}
      <MenuItem onAction={() => void navigate({ to: "/imports", search: {} })}>Past imports</MenuItem>
    </Menu>
  );
}
