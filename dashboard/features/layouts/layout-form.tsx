import { CreateLayoutV2, type LayoutV2 } from "#contract/v2/layouts.ts";
import { TextForm } from "#dashboard/forms/text-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface LayoutFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  onCreated: (layout: LayoutV2) => void;
}

const NewLayout = CreateLayoutV2.omit({ controlValues: true });

/** The form of a new layout, which begins with the built-in content. */
export function LayoutForm({ keptName, onCreated }: LayoutFormProps) {
  const { write } = useEnvironment();
  return (
    <TextForm
      schema={NewLayout}
      fields={[
        { name: "name", label: "Name" },
        {
          name: "layoutId",
          label: "Identifier",
          hint: "Events refer to the layout by this. Leave empty to derive it from the name",
          optional: true,
        },
        { name: "description", label: "Description", rows: 2, optional: true },
      ]}
      initial={{ name: "", layoutId: "", description: "" }}
      keptName={keptName}
      action="Create"
      send={async (layout) => onCreated(await write("v2.layouts.create", layout))}
    />
  );
}
