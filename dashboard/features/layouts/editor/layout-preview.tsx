import { useState } from "react";
import { BelfryError } from "#client/client.ts";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { MailFrame } from "#dashboard/components/display/mail-frame.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { hasFailed } from "#dashboard/components/feedback/use-load-error.ts";
import { useDebounced } from "#dashboard/components/use-debounced.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { issueOf } from "#dashboard/forms/server-errors.ts";
import type { PreviewView } from "./preview-view.ts";

interface LayoutPreviewProps {
  layoutId: string;
  name: string;
  content: string;
  view: PreviewView;
  onView: (view: PreviewView) => void;
}

/** Milliseconds from the last key to the next preview. */
const PREVIEW_AFTER = 300;

/** An email in the layout, as the server renders it. What cannot be rendered leaves the last one that could be. */
export function LayoutPreview({ layoutId, name, content, view, onView }: LayoutPreviewProps) {
  const settled = useDebounced(content, PREVIEW_AFTER);
  const query = useRead("previews.layout", layoutId, settled);
  const [last, setLast] = useState<string>();
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  const html = query.data ?? last;
  const reason = refusalOf(query.error);
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="me-auto font-medium">Preview</h2>
        <Segmented
          label="Width"
          value={view.width}
          options={[
            { id: "full", text: "Desktop" },
            { id: "phone", text: "Phone" },
          ]}
          onChange={(width) => onView({ ...view, width })}
        />
        <Segmented
          label="Theme of the mail program"
          value={view.scheme}
          options={[
            { id: "light", text: "Light" },
            { id: "dark", text: "Dark" },
          ]}
          onChange={(scheme) => onView({ ...view, scheme })}
        />
      </div>
      {reason !== undefined && (
        <Banner
          tone="warning"
          title={html === undefined ? "This cannot be rendered" : "This is the last preview that could be rendered"}
        >
          {reason}
        </Banner>
      )}
      {reason === undefined && <LoadFailed what="The preview" query={query} />}
      {html !== undefined ? (
        <MailFrame html={html} title={`Preview of ${name}`} {...view} />
      ) : (
        !hasFailed(query) && <Skeleton className="h-[60vh] w-full" />
      )}
      <p className="text-xs text-muted">
        {view.scheme === "dark"
          ? "With the styles that the layout has for dark mail programs. Some programs change other colours, too."
          : "With sample content in place of {{ body }}."}
      </p>
    </section>
  );
}

/** Returns why the server could not render the content; undefined for any other failure. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof BelfryError) || error.status !== 400) return undefined;
  return error.problems.map((problem) => issueOf(problem)?.message ?? problem).join(" ");
}
