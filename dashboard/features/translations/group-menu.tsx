import { useNavigate } from "@tanstack/react-router";
import { EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import type { TranslationGroup } from "#contract/workflows/translations.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Menu, MenuItem } from "#dashboard/components/overlays/menu.tsx";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// What few visits need is loaded with the first of them.
const RenameForm = lazyNamed(() => import("./rename-form.tsx"), "RenameForm");
const Confirmation = lazyNamed(() => import("#dashboard/components/overlays/confirmation.tsx"), "Confirmation");

const RENAME = "rename-group";
const ICON = "size-4 shrink-0 text-muted";

interface GroupMenuProps {
  group: TranslationGroup;
  /** Keys in templates that begin with the identifier of the group; undefined as long as nobody has counted them. */
  usedKeys: number | undefined;
}

/** Menu of what is done with a group as a whole. */
export function GroupMenu({ group, usedKeys }: GroupMenuProps) {
  const { name, identifier, locales } = group;
  const navigate = useNavigate();
  const { write } = useEnvironment();
  const [open, setOpen] = useState<"rename" | "delete" | undefined>(() => (isKept(RENAME) ? "rename" : undefined));
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        label={`Actions of ${name}`}
        placement="bottom end"
        trigger={
          <IconButton label={`Actions of ${name}`}>
            <EllipsisVertical className="size-4" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onAction={() => setOpen("rename")}>
          <Pencil className={ICON} aria-hidden="true" /> Rename …
        </MenuItem>
        <MenuItem onAction={() => setOpen("delete")}>
          <Trash2 className={ICON} aria-hidden="true" /> Delete …
        </MenuItem>
      </Menu>
      <FormDialog open={open === "rename"} onOpenChange={close} title="Rename the group" height="h-44">
        <RenameForm
          group={group}
          keptName={RENAME}
          onSaved={(saved) => {
            close();
            if (saved !== identifier) void navigate({ to: "/translations/$group", params: { group: saved } });
          }}
        />
      </FormDialog>
      {open === "delete" && (
        <Suspense>
          <Confirmation
            onClose={close}
            title={`Delete ${name}?`}
            action="Delete group"
            done={`${name} was deleted`}
            onConfirm={async () => {
              await write("translations.deleteGroup", identifier);
              void navigate({ to: "/translations" });
            }}
          >
            <p>{`Its texts in ${countText(locales.length, "locale")} are deleted. This cannot be undone.`}</p>
            {usedKeys !== undefined && usedKeys > 0 && (
              <p>{`Templates print ${countText(usedKeys, "key")} of the group. From then on they print the keys themselves.`}</p>
            )}
          </Confirmation>
        </Suspense>
      )}
    </>
  );
}
