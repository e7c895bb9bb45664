import { z } from "zod";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { CurrentPassword, CurrentPasswordField } from "./current-password-field.tsx";

const Given = z.object({ currentPassword: CurrentPassword });
const Nothing = z.object({ currentPassword: z.string() });

interface CurrentPasswordFormProps {
  /** Accounts that sign in through GitHub alone have none, and are asked for none. */
  hasPassword: boolean;
  action: string;
  onPassword: (password: string) => Promise<unknown>;
}

/** Asks for the password of the account before something about its sign-in changes. */
export function CurrentPasswordForm({ hasPassword, action, onPassword }: CurrentPasswordFormProps) {
  return (
    <SchemaForm
      schema={hasPassword ? Given : Nothing}
      initial={{ currentPassword: "" }}
      wide
      action={action}
      send={({ currentPassword }) => onPassword(currentPassword)}
    >
      {({ register, formState: { errors } }) =>
        hasPassword && (
          <CurrentPasswordField registered={register("currentPassword")} error={errors.currentPassword} autoFocus />
        )
      }
    </SchemaForm>
  );
}
