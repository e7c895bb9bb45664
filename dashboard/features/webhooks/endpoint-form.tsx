import { z } from "zod";
import { WEBHOOK_DESCRIPTION_MAX, WEBHOOK_EVENT_TYPES, type WebhookEventType } from "#contract/constants/webhooks.ts";
import type { WebhookEndpoint } from "#contract/webhooks.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { FormInput, type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** The server says which addresses it does not call. */
const Endpoint = z
  .object({
    url: z.string().trim().min(1, { error: "should not be empty" }),
    description: z.string().max(WEBHOOK_DESCRIPTION_MAX),
    isAll: z.boolean(),
    eventTypes: z.array(z.enum(WEBHOOK_EVENT_TYPES)),
  })
  .refine(({ isAll, eventTypes }) => isAll || eventTypes.length > 0, {
    path: ["eventTypes"],
    error: "must have at least one",
  });
type EndpointValues = z.infer<typeof Endpoint>;

interface EndpointFormProps {
  /** The one to change; a new one without it. */
  endpoint?: WebhookEndpoint;
  keptName: string;
  /** Called with the secret as well, of a new one. */
  onSaved: (saved: WebhookEndpoint & { secret?: string }) => void;
}

/** The address of an endpoint, and the events that it is sent. */
export function EndpointForm({ endpoint, keptName, onSaved }: EndpointFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={Endpoint}
      initial={{
        url: endpoint?.url ?? "",
        description: endpoint?.description ?? "",
        isAll: !endpoint?.eventTypes,
        eventTypes: endpoint?.eventTypes ?? [],
      }}
      serverFields={{ "eventTypes.*": "eventTypes" }}
      keptName={keptName}
      action={endpoint ? "Save" : "Create endpoint"}
      send={async ({ url, description, isAll, eventTypes }) => {
        const body = { url, description: description || null, eventTypes: isAll ? null : eventTypes };
        onSaved(
          endpoint
            ? await write("webhookEndpoints.update", endpoint._id, body)
            : await write("webhookEndpoints.create", body),
        );
      }}
    >
      {(form) => (
        <>
          <FormInput
            form={form}
            name="url"
            label="URL"
            hint="Events are posted to this address"
            placeholder="https://example.com/belfry"
            inputMode="url"
            autoFocus
          />
          <FormInput form={form} name="description" label="Description (optional)" />
          <EventFields form={form} />
        </>
      )}
    </SchemaForm>
  );
}

/** Returns the subject of a type of event: "message" of "message.sent". */
const subjectOf = (type: WebhookEventType): string => type.slice(0, type.indexOf("."));
const SUBJECTS = [...new Set(WEBHOOK_EVENT_TYPES.map(subjectOf))];

function EventFields({ form }: { form: FormOf<EndpointValues, EndpointValues> }) {
  const [isAll, chosen] = form.watch(["isAll", "eventTypes"]);
  const error = fieldError(form, "eventTypes");
  const choose = (type: WebhookEventType, isChosen: boolean) => {
    const next = isChosen ? [...chosen, type] : chosen.filter((one) => one !== type);
    form.setValue("eventTypes", next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Events</legend>
      <Checkbox
        label="All events"
        hint="Types that are added later, too"
        checked={isAll}
        onChange={(all) => form.setValue("isAll", all, { shouldDirty: true })}
      />
      {!isAll &&
        SUBJECTS.map((subject) => (
          <div key={subject} className="grid gap-x-4 gap-y-1 border-t pt-2 sm:grid-cols-2">
            {WEBHOOK_EVENT_TYPES.filter((type) => subjectOf(type) === subject).map((type) => (
              <Checkbox
                key={type}
                label={type}
                checked={chosen.includes(type)}
                onChange={(isChosen) => choose(type, isChosen)}
              />
            ))}
          </div>
        ))}
      {error && (
        <p role="alert" className="text-xs text-danger">
          Choose at least one
        </p>
      )}
    </fieldset>
  );
}
