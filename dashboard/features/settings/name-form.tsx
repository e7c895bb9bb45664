import { z } from "zod";
import { NAME_MAX } from "#contract/constants/limits.ts";
import { filledText } from "#contract/schemas/common.ts";
import { TextForm } from "#dashboard/forms/text-form.tsx";

const Named = z.object({ name: filledText(NAME_MAX) });

interface NameFormProps {
  /** Of what has one already. */
  name?: string;
  hint?: string;
  keptName: string;
  action: string;
  send: (name: string) => Promise<unknown>;
}

/** The name of something that has nothing else. */
export const NameForm = ({ name = "", hint, keptName, action, send }: NameFormProps) => (
  <TextForm
    schema={Named}
    initial={{ name }}
    keptName={keptName}
    action={action}
    fields={[{ name: "name", label: "Name", ...(hint !== undefined && { hint }) }]}
    send={(typed) => send(typed.name)}
  />
);
