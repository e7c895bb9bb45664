import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Input } from "#dashboard/components/controls/field.tsx";

/** A field for a password, which a button shows and hides. The field stays the same element, as password managers need it. */
export function PasswordInput({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        {...props}
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={classNames("pr-10", className)}
      />
      <IconButton
        label={shown ? "Hide password" : "Show password"}
        className="absolute inset-y-0 right-0.5 my-auto"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff className="size-4" aria-hidden="true" /> : <Eye className="size-4" aria-hidden="true" />}
      </IconButton>
    </div>
  );
}
