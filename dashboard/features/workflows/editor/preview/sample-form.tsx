import { z } from "zod";
import { NAME_MAX } from "#contract/constants/limits.ts";
import { nameUpTo } from "#contract/schemas/common.ts";
import { TextForm } from "#dashboard/forms/text-form.tsx";

const schema = z.object({ name: z.string().trim().pipe(nameUpTo(NAME_MAX)) });

interface SampleFormProps {
  /** The name under which a form that was not sent is kept. */
  keptName: string;
  /** Of the button that sends it. */
  action: string;
  /** The name to begin with. */
  name: string;
  /** Resolves when the sample has the name; rejects with the reason why it has not. */
  onName: (name: string) => Promise<void>;
}

/** The form of `NameSample`. */
export function SampleForm({ keptName, action, name, onName }: SampleFormProps) {
  return (
    <TextForm
      schema={schema}
      fields={[{ name: "name", label: "Name of the sample", hint: "Visible to everyone in the organisation." }]}
      initial={{ name }}
      keptName={keptName}
      action={action}
      send={(values) => onName(values.name)}
    />
  );
}
