import { useNavigate } from "@tanstack/react-router";
import { CopyPlus, EllipsisVertical, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useStore } from "zustand";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Menu, MenuItem } from "#dashboard/components/overlays/menu.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useLayoutActions } from "../use-layout-actions.ts";
import type { LayoutEditor } from "./layout-editor.ts";

const DeleteLayout = lazyNamed(() => import("../delete-layout.tsx"), "DeleteLayout");

const ICON = "size-4 shrink-0 text-muted";

/** Duplicates or deletes the open layout. */
export function LayoutMenu({ editor }: { editor: LayoutEditor }) {
  const actions = useLayoutActions();
  const navigate = useNavigate();
  const { _id, isDefault } = useStore(editor.store, ({ saved }) => saved);
  const name = useStore(editor.store, ({ definition }) => definition.name);
  const usage = useRead("v2.layouts.getUsage", _id);
  const [isDeleting, setDeleting] = useState(false);

  async function duplicate() {
    // The copy is of what the server has.
    await editor.flush();
    await actions.duplicate({ _id, name });
  }

  async function remove() {
    await actions.remove({ _id, name });
    editor.noteDeleted();
    editor.forget();
    await navigate({ to: "/layouts" });
  }

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
        <MenuItem onAction={() => void duplicate()}>
          <CopyPlus className={ICON} aria-hidden="true" /> Duplicate
        </MenuItem>
        <MenuItem onAction={() => setDeleting(true)}>
          <Trash2 className={ICON} aria-hidden="true" /> Delete
        </MenuItem>
      </Menu>
      {isDeleting && (
        <Suspense>
          <DeleteLayout
            layout={{ _id, name, isDefault, isUsed: (usage.data?.workflows.length ?? 0) > 0 }}
            onClose={() => setDeleting(false)}
            onDelete={remove}
          />
        </Suspense>
      )}
    </>
  );
}
