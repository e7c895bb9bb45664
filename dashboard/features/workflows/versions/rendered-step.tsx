import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { StepV2 } from "#contract/v2/workflows.ts";
import { MailFrame } from "#dashboard/components/display/mail-frame.tsx";

interface RenderedStepProps {
  type: StepV2["type"];
  /** The values of the step as they are sent. */
  values: Readonly<Record<string, unknown>>;
  /** Names the mail for screen readers. */
  title: string;
}

/** The message of a step, as far as it is text or a mail. */
export function RenderedStep({ type, values, title }: RenderedStepProps) {
  const subject = textOf(values.subject);
  const body = textOf(values.body);
  if (Object.keys(values).length === 0) return <p className="text-muted">This content cannot be rendered.</p>;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {subject !== "" && (
        <p dir="auto" translate="no" className="font-semibold wrap-anywhere">
          {subject}
        </p>
      )}
      {type === "email" ? (
        <MailFrame html={body} title={title} />
      ) : (
        <p
          dir="auto"
          translate="no"
          className="max-w-md self-start rounded-2xl rounded-bl-sm bg-accent-soft px-4 py-2 whitespace-pre-wrap wrap-anywhere"
        >
          {body || "No text"}
        </p>
      )}
      {type === "in_app" && <Buttons values={values} />}
    </div>
  );
}

function Buttons({ values }: Pick<RenderedStepProps, "values">) {
  const labels = [values.primaryAction, values.secondaryAction].flatMap((action) =>
    isJsonObject(action) ? textOf(action.label) || [] : [],
  );
  if (labels.length === 0) return null;
  return <p className="text-xs text-muted wrap-anywhere">{`Buttons: ${labels.join(", ")}`}</p>;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
