import { useLocation } from "@tanstack/react-router";
import { Bookmark } from "lucide-react";
import { Suspense, useState } from "react";
import type { ViewedList } from "#contract/constants/activity/saved-views.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Popover } from "#dashboard/components/overlays/popover.tsx";
import { useWasOpen } from "#dashboard/components/use-was-open.ts";
import { isKept } from "#dashboard/kept-input.ts";
import { viewSearchOf } from "./view-search.ts";

// What is opened is not part of the lists' first load.
const FormDialog = lazyNamed(() => import("#dashboard/forms/form-dialog.tsx"), "FormDialog");
const ViewsPanel = lazyNamed(() => import("./views-panel.tsx"), "ViewsPanel");
const ViewForm = lazyNamed(() => import("./view-form.tsx"), "ViewForm");

/** A button that opens the saved views of a list, and keeps its filters as another one. */
export function SavedViews({ list }: { list: ViewedList }) {
  const keptName = `new-view-${list}`;
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(() => isKept(keptName));
  const wasSaving = useWasOpen(isSaving);
  const search = useLocation({ select: ({ searchStr }) => viewSearchOf(searchStr) });
  const close = () => setSaving(false);
  const save = () => {
    // The dialog would be beneath the popover.
    setOpen(false);
    setSaving(true);
  };
  return (
    <>
      <Popover
        label="Views"
        placement="bottom end"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button>
            <Bookmark className="size-4" aria-hidden="true" /> Views
          </Button>
        }
      >
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <ViewsPanel list={list} search={search} onOpen={() => setOpen(false)} onSave={save} />
        </Suspense>
      </Popover>
      {wasSaving && (
        <Suspense>
          <FormDialog open={isSaving} onOpenChange={close} title="Save this view" height="h-40">
            <ViewForm list={list} search={search} keptName={keptName} onSaved={close} />
          </FormDialog>
        </Suspense>
      )}
    </>
  );
}
