import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Picker } from "#dashboard/components/controls/picker.tsx";
import { loadHint } from "#dashboard/components/feedback/load-hint.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { StepForm } from "../use-step-form.ts";

/** Returns the layout that a step names, by its id, slug or identifier; null where it is not there. */
export function useNamedLayout(reference: string) {
  const { read } = useEnvironment();
  return useQuery({ ...read("v2.layouts.named", reference), enabled: reference !== "" });
}

/** The layout of an email, chosen by its name, with the way to it. */
export function LayoutField({ form }: { form: StepForm }) {
  const { set, error, text, readOnly } = form;
  const { searches, current } = useEnvironment();
  const reference = text("layoutId");
  const named = useNamedLayout(reference);
  const layout = reference === "" ? undefined : named.data;
  return (
    <>
      <Picker
        label="Layout"
        hint={reference === "" ? undefined : loadHint("the layout", named)}
        error={error("layoutId")}
        readOnly={readOnly}
        placeholder="No layout"
        clearable
        value={reference === "" ? null : { id: layout?._id ?? reference, text: layout?.name ?? reference }}
        search={searches.layouts}
        queryKey={["environment", current?._id, "layouts"]}
        onChange={(item) => set({ layoutId: item?.id })}
      />
      {layout && (
        <Link to="/layouts/$layoutId" params={{ layoutId: layout._id }} className="-mt-3 w-fit text-accent underline">
          Open the layout
        </Link>
      )}
    </>
  );
}
