import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { JsonValueField } from "#dashboard/components/controls/json-value-field.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { loadHint } from "#dashboard/components/feedback/load-hint.tsx";
import { PUSH_LENGTHS } from "#dashboard/components/previews/push-lengths.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { EmailBody } from "../blocks/email-body.tsx";
import { TemplateField } from "../template-field.tsx";
import { objectOf, type StepForm, textOf } from "../use-step-form.ts";
import { LayoutField, useNamedLayout } from "./layout-field.tsx";
import { MoreFields } from "./more-fields.tsx";

const NONE = "";

/** The content of an in-app message. */
export function InAppForm({ form }: { form: StepForm }) {
  const { values, set, error, text, object, readOnly } = form;
  const feeds = useRead("feeds.get");
  return (
    <>
      <TextField form={form} name="subject" label="Subject" />
      <TextField form={form} name="body" label="Body" multiline />
      <TemplateField
        label="Redirect URL"
        hint="A URL, or a path that starts with /"
        form={form}
        path="redirect"
        value={textOf(object("redirect").url)}
        onChange={(url) => set({ redirect: url === "" ? undefined : { ...object("redirect"), url } })}
      />
      <ActionFields form={form} name="primaryAction" label="Primary action" />
      <MoreFields form={form} paths={["secondaryAction", "avatar", "feedId", "data"]}>
        <ActionFields form={form} name="secondaryAction" label="Secondary action" />
        <TextField form={form} name="avatar" label="Avatar" hint="The URL of an image" />
        <Select
          label="Feed"
          hint={loadHint("the feeds", feeds, "Feeds let an inbox show these messages separately")}
          error={error("feedId")}
          readOnly={readOnly}
          value={text("feedId")}
          options={[
            { id: NONE, text: "No feed" },
            ...(feeds.data ?? []).map(({ _id, name }) => ({ id: _id, text: name })),
          ]}
          onChange={(feedId) => set({ feedId: feedId === NONE ? undefined : feedId })}
        />
        <JsonValueField
          label="Data"
          hint="Passed to the inbox with the message"
          error={error("data")}
          readOnly={readOnly}
          value={values.data}
          onChange={(data) => set({ data })}
        />
      </MoreFields>
    </>
  );
}

/** The content of an email. */
export function EmailForm({ form }: { form: StepForm }) {
  const { set, text, object, readOnly } = form;
  const { data: layout } = useNamedLayout(text("layoutId"));
  const from = object("from");
  const setFrom = (changes: object) => {
    const next = Object.fromEntries(Object.entries({ ...from, ...changes }).filter(([, value]) => value !== ""));
    set({ from: Object.keys(next).length === 0 ? undefined : next });
  };
  return (
    <>
      <TextField form={form} name="subject" label="Subject" />
      <TextField form={form} name="preheader" label="Preheader" hint="Shown after the subject in the inbox" />
      <EmailBody form={form} layout={layout ?? undefined} />
      <LayoutField form={form} />
      <MoreFields form={form} paths={["from.name", "from.email", "replyTo", "disableOutputSanitization"]}>
        <div className="field-pair">
          <TemplateField
            label="Sender name"
            form={form}
            path="from.name"
            placeholder="From the integration"
            value={textOf(from.name)}
            onChange={(name) => setFrom({ name })}
          />
          <TemplateField
            label="Sender address"
            form={form}
            path="from.email"
            placeholder="From the integration"
            value={textOf(from.email)}
            onChange={(email) => setFrom({ email })}
          />
        </div>
        <TextField form={form} name="replyTo" label="Reply to" />
        <Checkbox
          label="Do not escape variables"
          hint="Off, a value cannot break the HTML around it"
          readOnly={readOnly}
          checked={form.values.disableOutputSanitization === true}
          onChange={(checked) => set({ disableOutputSanitization: checked || undefined })}
        />
      </MoreFields>
    </>
  );
}

/** The content of a push message. */
export function PushForm({ form }: { form: StepForm }) {
  return (
    <>
      <TextField
        form={form}
        name="subject"
        label="Title"
        hint={`Shown up to about ${PUSH_LENGTHS.ios.title} characters on iOS, ${PUSH_LENGTHS.android.title} on Android`}
      />
      <TextField
        form={form}
        name="body"
        label="Body"
        multiline
        hint={`Shown up to about ${PUSH_LENGTHS.ios.body} characters on iOS, ${PUSH_LENGTHS.android.body} on Android. The event's payload goes along as data`}
      />
    </>
  );
}

/** The content of a chat message. */
export const ChatForm = ({ form }: { form: StepForm }) => (
  <>
    <TextForm form={form} />
    <MoreFields form={form} paths={["providers"]}>
      <JsonValueField
        label="Blocks by provider"
        hint={'What a chat takes beside the body, such as {"slack": {"blocks": []}}. Texts may have variables.'}
        error={form.error("providers")}
        readOnly={form.readOnly}
        value={form.values.providers}
        onChange={(providers) => form.set({ providers })}
      />
    </MoreFields>
  </>
);

/** The content of a text message. */
export const TextForm = ({ form }: { form: StepForm }) => <TextField form={form} name="body" label="Body" multiline />;

interface TextFieldProps {
  form: StepForm;
  name: string;
  label: string;
  hint?: string;
  multiline?: boolean;
}

/** A text among the control values. */
export function TextField({ form, name, ...field }: TextFieldProps) {
  const { text, set } = form;
  return (
    <TemplateField {...field} form={form} path={name} value={text(name)} onChange={(value) => set({ [name]: value })} />
  );
}

function ActionFields({
  form,
  name,
  label,
}: {
  form: StepForm;
  name: "primaryAction" | "secondaryAction";
  label: string;
}) {
  const { object, set } = form;
  const action = object(name);
  const redirect = objectOf(action.redirect);
  const change = (next: Record<string, unknown>) => {
    const isEmpty = textOf(next.label) === "" && textOf(objectOf(next.redirect).url) === "";
    set({ [name]: isEmpty ? undefined : { ...next, label: textOf(next.label) } });
  };
  return (
    <div className="field-pair">
      <TemplateField
        label={label}
        form={form}
        path={`${name}.label`}
        placeholder="None"
        value={textOf(action.label)}
        onChange={(text) => change({ ...action, label: text })}
      />
      <TemplateField
        label={`${label}: redirect URL`}
        form={form}
        path={`${name}.redirect`}
        value={textOf(redirect.url)}
        onChange={(url) => {
          const { redirect: _before, ...others } = action;
          change(url === "" ? others : { ...others, redirect: { ...redirect, url } });
        }}
      />
    </div>
  );
}
