import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { Login } from "#contract/auth.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { Field, Input } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { setServerErrors } from "../../components/server-errors.ts";

type Credentials = z.infer<typeof Login>;

interface SignInFormProps {
  /** Resolves when signed in; rejects with the reason. */
  onSignIn: (credentials: Credentials) => Promise<void>;
}

export function SignInForm({ onSignIn }: SignInFormProps) {
  const [shown, setShown] = useState(false);
  const { register, handleSubmit, setValue, setError, formState } = useForm({
    resolver: zodResolver(Login),
    defaultValues: { email: "", password: "" },
  });
  const { errors } = formState;
  const signIn = useMutation({
    mutationFn: onSignIn,
    onError: (error) => setServerErrors(error, setError, { email: "email", password: "password" }),
  });
  const email = register("email", {
    setValueAs: normalized,
    onBlur: (event) => setValue("email", normalized(event.target.value)),
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit((credentials) => signIn.mutate(credentials))(event)}
      className="flex flex-col gap-4"
    >
      <Field label="Email" error={errors.email}>
        {(control) => <Input {...control} {...email} type="email" autoComplete="username" autoFocus />}
      </Field>
      <Field label="Password" error={errors.password}>
        {(control) => (
          <div className="relative">
            <Input
              {...control}
              {...register("password")}
              type={shown ? "text" : "password"}
              autoComplete="current-password"
              className="pr-10"
            />
            <IconButton
              label={shown ? "Hide password" : "Show password"}
              className="absolute top-0.5 right-0.5"
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff className="size-4" aria-hidden="true" /> : <Eye className="size-4" aria-hidden="true" />}
            </IconButton>
          </div>
        )}
      </Field>
      <FormError errors={errors} />
      <Button type="submit" variant="primary" disabled={signIn.isPending}>
        {signIn.isPending ? "Signing in" : "Sign in"}
      </Button>
    </form>
  );
}

function normalized(email: unknown): string {
  return String(email).trim().toLowerCase();
}
