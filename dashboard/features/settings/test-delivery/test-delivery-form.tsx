import { z } from "zod";
import type { TestDelivery } from "#contract/accounts/test-delivery.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { Field } from "#dashboard/components/controls/field.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormInput, fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** The server says which of the lines is no id, and which of the addresses is none. */
const TypedTestDelivery = z.object({
  isOn: z.boolean(),
  subscriberIds: z.string(),
  addresses: z.string(),
  email: z.string().trim(),
  sms: z.string().trim(),
});

/** The fields of the request, in which the form has one text each. */
const SERVER_FIELDS = {
  "allowed.subscriberIds": "subscriberIds",
  "allowed.addresses": "addresses",
  "to.email": "email",
  "to.sms": "sms",
} as const;

/** The form of who gets messages while the environment is tested. */
export function TestDeliveryForm({ setting: { isOn, allowed, to } }: { setting: TestDelivery }) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={TypedTestDelivery}
      initial={{
        isOn,
        subscriberIds: allowed.subscriberIds.join("\n"),
        addresses: allowed.addresses.join("\n"),
        email: to.email ?? "",
        sms: to.sms ?? "",
      }}
      serverFields={SERVER_FIELDS}
      keptName="test-delivery"
      className="max-w-lg items-start"
      action="Save"
      send={async (typed, form) => {
        const { email, sms, ...others } = typed;
        await write("testDelivery.set", {
          isOn: others.isOn,
          allowed: { subscriberIds: linesOf(others.subscriberIds), addresses: linesOf(others.addresses) },
          to: { ...(email && { email }), ...(sms && { sms }) },
        });
        form.reset(typed);
        showToast({ tone: "success", text: others.isOn ? "Test delivery is on" : "Test delivery is off" });
      }}
    >
      {(form) => (
        <div className="flex w-full flex-col gap-4">
          <Checkbox
            label="Send only to the list below"
            checked={form.watch("isOn")}
            onChange={(checked) => form.setValue("isOn", checked, { shouldDirty: true })}
          />
          <Field label="People" hint="Subscriber IDs, one in each line" error={fieldError(form, "subscriberIds")}>
            {(control) => <TextArea {...control} rows={3} {...form.register("subscriberIds")} />}
          </Field>
          <Field
            label="Addresses"
            hint="Email addresses, phone numbers, webhook addresses of chats and device tokens, one in each line"
            error={fieldError(form, "addresses")}
          >
            {(control) => <TextArea {...control} rows={3} {...form.register("addresses")} />}
          </Field>
          <FormInput
            form={form}
            name="email"
            type="email"
            label="Address for all other emails"
            hint="Leave empty to only render them"
          />
          <FormInput
            form={form}
            name="sms"
            label="Number for all other texts"
            hint="Leave empty to only render them. Chat and push messages are always only rendered."
          />
        </div>
      )}
    </SchemaForm>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
