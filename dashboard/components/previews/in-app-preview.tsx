import { Suspense } from "react";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { usePreviewLook } from "./preview-look.ts";
import type { PreviewOf } from "./preview-message.ts";

// The inbox is as large as all the rest of the preview.
const InboxItem = lazyNamed(() => import("./inbox-item.tsx"), "InboxItem");

interface InAppPreviewProps {
  message: PreviewOf<"in_app">;
  /** Its initials stand for a picture that cannot be loaded. */
  workflow: { _id: string; workflowId: string; name: string };
}

/** A message as an inbox shows it, by the component that customers embed. */
export function InAppPreview({ message, workflow }: InAppPreviewProps) {
  const { scheme, setScheme } = usePreviewLook();
  return (
    <>
      <Segmented
        label="Appearance"
        value={scheme}
        options={[
          { id: "light", text: "Light" },
          { id: "dark", text: "Dark" },
        ]}
        onChange={setScheme}
      />
      <Suspense
        fallback={
          <div role="status" aria-label="Loading">
            <Skeleton className="h-24 w-full" />
          </div>
        }
      >
        <InboxItem message={message} workflow={workflow} theme={scheme} />
      </Suspense>
    </>
  );
}
