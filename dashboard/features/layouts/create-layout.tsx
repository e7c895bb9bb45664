import { Plus } from "lucide-react";
import type { LayoutV2 } from "#contract/v2/layouts.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";

// The contract's schemas are not part of the list's first load.
const LayoutForm = lazyNamed(() => import("./layout-form.tsx"), "LayoutForm");

/** A button that opens the form of a new layout. */
export const CreateLayout = ({ onCreated }: { onCreated: (layout: LayoutV2) => void }) => (
  <FormButton creates text="Create layout" Icon={Plus} title="New layout" height="h-64" keptName="new-layout">
    {({ keptName, close }) => (
      <LayoutForm
        keptName={keptName}
        onCreated={(layout) => {
          close();
          onCreated(layout);
        }}
      />
    )}
  </FormButton>
);
