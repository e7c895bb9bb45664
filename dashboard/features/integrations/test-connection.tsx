import { CircleCheck, CircleX } from "lucide-react";
import type { Integration, TestedCredentials } from "#contract/integrations.ts";
import type { CatalogueEntry } from "#contract/providers.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import type { FormOf } from "#dashboard/forms/form.tsx";
import { setServerErrors } from "#dashboard/forms/server-errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { type CredentialsInput, sentCredentials } from "./credentials.ts";

interface TestConnectionProps {
  form: FormOf<CredentialsInput, CredentialsInput>;
  entry: CatalogueEntry;
  integration: Integration | undefined;
}

/** Asks the provider whether it takes what was typed, before that is stored. */
export function TestConnection({ form, entry, integration }: TestConnectionProps) {
  const { id: providerId, channel, displayName, credentials: fields } = entry;
  const { write } = useEnvironment();
  const credentials = sentCredentials(fields, form.watch("credentials"), integration?.credentials ?? {});
  const asked = JSON.stringify(credentials);
  const test = useOneMutation({
    mutationFn: async () => {
      const ids = { providerId, channel, ...(integration && { integrationId: integration._id }) };
      return { asked, answer: await write("integrations.testCredentials", { ...ids, credentials }) };
    },
    onMutate: () => form.clearErrors(),
    onError: (error) => setServerErrors(error, form.setError, { "credentials.*": "credentials" }),
  });
  // An answer is about what was typed then.
  const answer = test.data?.asked === asked && !test.isPending ? test.data.answer : undefined;
  return (
    <div className="flex flex-col gap-2">
      <Button onClick={() => test.mutate()} pending={test.isPending} className="self-start">
        Test connection
      </Button>
      <div role="status">{answer && <Answer {...answer} name={displayName} />}</div>
    </div>
  );
}

function Answer({ result, message, name }: TestedCredentials & { name: string }) {
  if (result === "unknown") {
    return <p className="text-muted">{name} says so only of a message: send yourself a test from a step.</p>;
  }
  const isAccepted = result === "accepted";
  const Icon = isAccepted ? CircleCheck : CircleX;
  return (
    <p className={`flex items-start gap-2 ${isAccepted ? "text-success" : "text-danger"}`}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        {isAccepted ? `${name} takes these credentials` : `${name} does not take them: ${message ?? ""}`}
      </span>
    </p>
  );
}
