import { Suspense, useEffect } from "react";
import { useStore } from "zustand";
import type { LayoutV2 } from "#contract/v2/layouts.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { Switch } from "#dashboard/components/controls/switch.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Page } from "#dashboard/components/page.tsx";
import { DetailsButton } from "#dashboard/editing/details-button.tsx";
import { DraftBanner } from "#dashboard/editing/draft-banner.tsx";
import { HistoryButtons } from "#dashboard/editing/history-buttons.tsx";
import { SaveStatus } from "#dashboard/editing/save-status.tsx";
import { useOpenedObject } from "#dashboard/recent-objects.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { UsageList } from "../usage-list.tsx";
import { useLayoutActions } from "../use-layout-actions.ts";
import { ContentField } from "./content-field.tsx";
import type { LayoutEditor } from "./layout-editor.ts";
import { LayoutMenu } from "./layout-menu.tsx";
import { LayoutPreview } from "./layout-preview.tsx";
import type { PreviewView } from "./preview-view.ts";
import { useLayoutEditor } from "./use-layout-editor.ts";

const Details = lazyNamed(() => import("./details.tsx"), "Details");

// Few layouts are changed or deleted by others while they are edited.
const Interruption = lazyNamed(() => import("./interruption.tsx"), "Interruption");

interface LayoutScreenProps {
  layout: LayoutV2;
  /** It was there when the screen was opened, and is not any more. */
  isDeleted: boolean;
  view: PreviewView;
  onView: (view: PreviewView) => void;
}

/** The editor of a layout: its HTML beside an email in it, and the steps that use it. */
export function LayoutScreen({ layout, isDeleted, view, onView }: LayoutScreenProps) {
  const { editor, drafts } = useLayoutEditor(layout);
  const { may, readOnly: isPublishedTo } = useEnvironment();
  const readOnly = isPublishedTo || !may("content.edit");
  const { _id, layoutId, isDefault } = useStore(editor.store, ({ saved }) => saved);
  const { name, description, content } = useStore(editor.store, ({ definition }) => definition);
  const saveKind = useStore(editor.store, ({ save }) => save.kind);
  useOpenedObject({ kind: "layout", id: _id, title: name, subtitle: layoutId });
  useEffect(() => {
    if (isDeleted) editor.noteDeleted();
  }, [isDeleted, editor]);
  return (
    <Page
      title={name}
      isName
      wide
      aside={readOnly ? isDefault && <Badge tone="info">Default</Badge> : <LayoutSaveStatus editor={editor} />}
      summary={
        <>
          <CopyableId value={layoutId} what="identifier" />
          {description !== "" && (
            <p dir="auto" translate="no" className="line-clamp-2 max-w-3xl wrap-anywhere">
              {description}
            </p>
          )}
          {isDefault && <p>Used for emails that version 1 of the API creates without a layout.</p>}
        </>
      }
      actions={
        <>
          {!readOnly && <HistoryButtons editor={editor} />}
          <DetailsButton>
            {(onClose) => <Details editor={editor} readOnly={readOnly} onClose={onClose} />}
          </DetailsButton>
          {!readOnly && (
            <>
              <DefaultSwitch layout={{ _id, name, isDefault }} />
              <LayoutMenu editor={editor} />
            </>
          )}
        </>
      }
    >
      {!readOnly && <DraftBanner drafts={drafts} editor={editor} />}
      <Suspense>
        {(saveKind === "conflict" || saveKind === "deleted") && <Interruption editor={editor} editable={!readOnly} />}
      </Suspense>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,42rem)]">
        <div className="xl:pt-3.5">
          <ContentField editor={editor} readOnly={readOnly} />
        </div>
        <LayoutPreview layoutId={_id} name={name} content={content} view={view} onView={onView} />
      </div>
      <section aria-label="Used by" className="flex flex-col gap-2">
        <h2 className="font-medium">Used by</h2>
        <UsageList layoutId={_id} />
      </section>
    </Page>
  );
}

function LayoutSaveStatus({ editor }: { editor: LayoutEditor }) {
  const save = useStore(editor.store, (state) => state.save);
  const updatedAt = useStore(editor.store, ({ saved }) => saved.updatedAt);
  return (
    <SaveStatus
      save={save}
      updatedAt={updatedAt}
      kind="layout"
      nameOf={({ path }) => (path === "content" ? "HTML" : path)}
      onSaveNow={editor.saveNow}
    />
  );
}

/** Makes the layout the default. It stays that until another one is made it, as one has to be. */
function DefaultSwitch({ layout }: { layout: Pick<LayoutV2, "_id" | "name" | "isDefault"> }) {
  const actions = useLayoutActions();
  return (
    <Switch
      label="Default layout"
      stateText={layout.isDefault ? "Default" : "Not default"}
      checked={layout.isDefault}
      disabled={layout.isDefault}
      onChange={() => void actions.makeDefault(layout)}
    />
  );
}
