import type { z } from "zod";
import { type Subscriber, SubscriberId } from "#contract/subscribers.ts";
import { SaveSubscriber } from "#contract/v2/subscribers.ts";
import { JsonField } from "#dashboard/components/controls/json-field.tsx";
import { TimeZonePicker } from "#dashboard/components/controls/time-zone-picker.tsx";
import { FormInput, type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { JsonObjectText, jsonObjectText } from "#dashboard/forms/json-object.ts";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const Profile = SaveSubscriber.extend({ subscriberId: SubscriberId, data: JsonObjectText });
type ProfileForm = FormOf<z.input<typeof Profile>, z.output<typeof Profile>>;

interface SubscriberFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  /** The one to change; a new one without it. */
  subscriber?: Subscriber;
  onSaved: (subscriber: Subscriber) => void;
}

/** Creates a subscriber, or changes the profile and the data of one. */
export function SubscriberForm({ keptName, subscriber, onSaved }: SubscriberFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={Profile}
      initial={{
        subscriberId: subscriber?.subscriberId ?? "",
        firstName: subscriber?.firstName ?? "",
        lastName: subscriber?.lastName ?? "",
        email: subscriber?.email ?? "",
        phone: subscriber?.phone ?? "",
        avatar: subscriber?.avatar ?? "",
        locale: subscriber?.locale ?? "",
        timezone: subscriber?.timezone ?? "",
        data: jsonObjectText(subscriber?.data),
      }}
      keptName={keptName}
      className="items-start"
      action={subscriber ? "Save" : "Create"}
      send={async ({ subscriberId, firstName, lastName, email, phone, avatar, locale, timezone, data }, form) => {
        const profile = {
          firstName: firstName || null,
          lastName: lastName || null,
          email: email || null,
          phone: phone || null,
          avatar: avatar || null,
          locale: locale || null,
          timezone: timezone || null,
          data,
        };
        const saved = subscriber
          ? await write("v2.subscribers.patch", subscriberId, profile)
          : await write("v2.subscribers.create", { subscriberId, ...profile }, { failIfExists: true });
        form.reset(form.getValues());
        onSaved(saved);
      }}
    >
      {(form) => <ProfileFields form={form} isNew={!subscriber} />}
    </SchemaForm>
  );
}

function ProfileFields({ form, isNew }: { form: ProfileForm; isNew: boolean }) {
  return (
    <div className="grid w-full grid-cols-1 gap-4 sm:grid-cols-2">
      {isNew && (
        <div className="sm:col-span-2">
          <FormInput
            form={form}
            name="subscriberId"
            label="Subscriber id"
            hint="Your own id of the person: letters, digits, _ and -. It cannot be changed later"
            autoFocus
          />
        </div>
      )}
      <FormInput form={form} name="firstName" label="First name" />
      <FormInput form={form} name="lastName" label="Last name" />
      <FormInput form={form} name="email" label="Email" type="email" />
      <FormInput form={form} name="phone" label="Phone" type="tel" />
      <FormInput form={form} name="locale" label="Locale" placeholder="en, pt-BR" />
      <TimeZonePicker
        label="Time zone"
        placeholder="UTC"
        value={form.watch("timezone") || null}
        onChange={(zone) => form.setValue("timezone", zone, { shouldDirty: true })}
        onClear={() => form.setValue("timezone", "", { shouldDirty: true })}
        error={fieldError(form, "timezone")}
      />
      {!isNew && (
        <div className="sm:col-span-2">
          <FormInput form={form} name="avatar" label="Picture" hint="The address of an image" />
        </div>
      )}
      <div className="sm:col-span-2">
        <JsonField
          label="Data"
          hint={'What templates and conditions know as subscriber.data, such as {"plan": "gold"}'}
          optional
          value={form.watch("data")}
          onChange={(data) => form.setValue("data", data, { shouldDirty: true })}
          error={fieldError(form, "data")}
        />
      </div>
    </div>
  );
}
