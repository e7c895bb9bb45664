import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";

// The contract's schemas are not part of the list's first load.
const ContextForm = lazyNamed(() => import("./context-form.tsx"), "ContextForm");

/** A button that opens the form of a new context. */
export function CreateContext() {
  const navigate = useNavigate();
  return (
    <FormButton creates text="Create context" Icon={Plus} title="New context" height="h-80" keptName="new-context">
      {({ keptName, close }) => (
        <ContextForm
          keptName={keptName}
          onSaved={({ type, id }) => {
            close();
            void navigate({ to: "/contexts/$type/$id", params: { type, id } });
          }}
        />
      )}
    </FormButton>
  );
}
