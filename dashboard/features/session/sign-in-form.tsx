import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Login } from "#contract/auth.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { Field, Input } from "../../components/field.tsx";
import { errorText } from "../../http.ts";

interface SignInFormProps {
  /** Resolves when signed in; rejects with the reason. */
  onSignIn: (credentials: { email: string; password: string }) => Promise<void>;
}

export function SignInForm({ onSignIn }: SignInFormProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [shown, setShown] = useState(false);
  const [problems, setProblems] = useState<{ email?: string; password?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const checked = Login.safeParse({ email: email.trim(), password });
    if (!checked.success) {
      const wrong = checked.error.issues.map((issue) => issue.path[0]);
      setProblems({
        ...(wrong.includes("email") ? { email: "Enter an email address, such as ada@example.com." } : {}),
        ...(wrong.includes("password") ? { password: "Enter your password." } : {}),
      });
      return;
    }
    setProblems({});
    setBusy(true);
    try {
      await onSignIn(checked.data);
    } catch (error) {
      setProblems({ form: errorText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label="Email" problem={problems.email}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            onBlur={() => setEmail(email.trim().toLowerCase())}
          />
        )}
      </Field>
      <Field label="Password" problem={problems.password}>
        {(control) => (
          <div className="relative">
            <Input
              {...control}
              type={shown ? "text" : "password"}
              autoComplete="current-password"
              className="pr-10"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
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
      {problems.form && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
          {problems.form}
        </p>
      )}
      <Button type="submit" variant="primary" disabled={busy}>
        {busy ? "Signing in" : "Sign in"}
      </Button>
    </form>
  );
}
