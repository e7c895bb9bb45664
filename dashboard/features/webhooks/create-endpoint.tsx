import { Plus } from "lucide-react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";

// The contract's schemas are not part of the list's first load.
const EndpointForm = lazyNamed(() => import("./endpoint-form.tsx"), "EndpointForm");

/** A button that opens the form of a new endpoint. */
export const CreateEndpoint = ({ onCreated }: { onCreated: (created: { secret?: string; url: string }) => void }) => (
  <FormButton
    creates
    text="Add endpoint"
    Icon={Plus}
    title="New webhook endpoint"
    height="h-80"
    keptName="new-endpoint"
  >
    {({ keptName, close }) => (
      <EndpointForm
        keptName={keptName}
        onSaved={(created) => {
          close();
          onCreated(created);
        }}
      />
    )}
  </FormButton>
);
