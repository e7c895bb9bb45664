import { z } from "zod";
import { type AlertRule, CreateAlertRule } from "#contract/activity/alert-rules.ts";
import {
  ALERT_EVENTS,
  ALERT_FAILURES_MAX,
  ALERT_MINUTES_MAX,
  type AlertEvent,
} from "#contract/constants/activity/alerts.ts";
import { wholeNumberUpTo } from "#contract/schemas/common.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { Field } from "#dashboard/components/controls/field.tsx";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { FormInput, type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { EVENT_TEXTS } from "./alert-texts.ts";

/** The server says what is no address. */
const Alert = z.object({
  name: CreateAlertRule.shape.name,
  events: z.array(z.enum(ALERT_EVENTS)).min(1, { error: "must have at least one" }),
  failures: wholeNumberUpTo(ALERT_FAILURES_MAX),
  minutes: wholeNumberUpTo(ALERT_MINUTES_MAX),
  emails: z.string(),
  slackUrl: z.string(),
});

type AlertValues = z.infer<typeof Alert>;

interface AlertFormProps {
  /** The one to change; a new one without it. */
  rule?: AlertRule;
  keptName: string;
  onSaved: (rule: AlertRule) => void;
}

/** Creates a rule by which people are told of errors, or changes one. */
export function AlertForm({ rule, keptName, onSaved }: AlertFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={Alert}
      initial={initialOf(rule)}
      serverFields={{ frequency: "failures" }}
      keptName={keptName}
      withoutSecrets={(values) => ({ ...values, slackUrl: "" })}
      action={rule ? "Save" : "Create alert rule"}
      send={async ({ failures, minutes, emails, slackUrl, ...given }) => {
        const isFrequent = given.events.includes("failure_group.frequent");
        const body = {
          ...given,
          frequency: isFrequent ? { failures, minutes } : null,
          emails: emails.split(/[\s,;]+/).filter(Boolean),
          // What is stored is not shown, and stays where nothing is entered.
          ...(slackUrl.trim() !== "" && { slackUrl: slackUrl.trim() }),
        };
        onSaved(await (rule ? write("alertRules.update", rule._id, body) : write("alertRules.create", body)));
      }}
    >
      {(form) => (
        <>
          <FormInput form={form} name="name" label="Name" placeholder="On call" autoFocus />
          <EventFields form={form} />
          <Field
            label="Email addresses (optional)"
            hint="One per line, or separated by commas"
            error={fieldError(form, "emails")}
          >
            {(control) => <TextArea {...control} rows={2} {...form.register("emails")} />}
          </Field>
          <FormInput
            form={form}
            name="slackUrl"
            label="Slack webhook URL (optional)"
            hint={slackHint(rule)}
            type="password"
            autoComplete="off"
          />
          <p className="text-muted">
            Webhook endpoints that take <code translate="no">alert.raised</code> are notified as well.
          </p>
        </>
      )}
    </SchemaForm>
  );
}

/** Fields of what the rule tells of, and how often that has to happen. */
function EventFields({ form }: { form: FormOf<AlertValues, AlertValues> }) {
  const events = form.watch("events");
  const choose = (event: AlertEvent, isChosen: boolean) => {
    const chosen = isChosen ? [...events, event] : events.filter((one) => one !== event);
    form.setValue("events", chosen, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const error = fieldError(form, "events");
  return (
    <>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium">Alert us when there is</legend>
        {ALERT_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={EVENT_TEXTS[event]}
            checked={events.includes(event)}
            onChange={(isChosen) => choose(event, isChosen)}
          />
        ))}
        {error && (
          <p role="alert" className="text-xs text-danger">
            Choose at least one
          </p>
        )}
      </fieldset>
      {events.includes("failure_group.frequent") && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <NumberInput
            label="Failures of one error"
            error={fieldError(form, "failures")}
            min={1}
            max={ALERT_FAILURES_MAX}
            value={form.watch("failures")}
            onChange={(count) => form.setValue("failures", count ?? 0, { shouldDirty: true })}
          />
          <NumberInput
            label="Within so many minutes"
            error={fieldError(form, "minutes")}
            min={1}
            max={ALERT_MINUTES_MAX}
            value={form.watch("minutes")}
            onChange={(count) => form.setValue("minutes", count ?? 0, { shouldDirty: true })}
          />
        </div>
      )}
    </>
  );
}

const initialOf = (rule: AlertRule | undefined): AlertValues => ({
  name: rule?.name ?? "",
  events: rule?.events ?? ["failure_group.created", "failure_group.reopened", "integration.failing"],
  failures: rule?.frequency?.failures ?? 100,
  minutes: rule?.frequency?.minutes ?? 5,
  emails: rule?.emails.join("\n") ?? "",
  slackUrl: "",
});

const slackHint = (rule: AlertRule | undefined): string =>
  rule?.slackUrlEnd == null
    ? "An incoming webhook, such as https://hooks.slack.com/services/…"
    : `The one ending in ${rule.slackUrlEnd} is kept unless you enter another`;
