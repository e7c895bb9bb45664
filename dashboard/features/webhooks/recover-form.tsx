import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { DateTimeField } from "#dashboard/components/controls/date-time-field.tsx";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useDebounced } from "#dashboard/components/use-debounced.ts";
import { fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const DAY = 86_400_000;

const Recovery = z.object({ since: z.string({ error: "should not be empty" }), missed: z.boolean() });

interface RecoverFormProps {
  endpointId: string;
  keptName: string;
  /** When the endpoint began to fail, as far as that is known. */
  since: string | null;
  onDone: () => void;
}

/** Sends an endpoint what it has failed to take since a moment, and what it missed. */
export function RecoverForm({ endpointId, keptName, since, onDone }: RecoverFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={Recovery}
      initial={{ since: since ?? new Date(Date.now() - DAY).toISOString(), missed: true }}
      keptName={keptName}
      action="Recover events"
      send={async ({ since: from, missed }) => {
        let recovered = 0;
        let next = { since: from, missed };
        for (let hasMore = true; hasMore; ) {
          const answer = await write("webhookEndpoints.recover", endpointId, next);
          recovered += answer.recovered;
          hasMore = answer.hasMore && (answer.recovered > 0 || answer.continueSince !== next.since);
          next = { since: answer.continueSince, missed };
        }
        showToast({ tone: "success", text: recoveredText(recovered) });
        onDone();
      }}
    >
      {(form) => (
        <>
          <p className="text-muted">
            Events that happened since then are sent to this endpoint, oldest first and spread over time. Each is sent
            once: one that failed keeps its id, so that your application can recognise it.
          </p>
          <DateTimeField
            label="Since"
            zone={zone}
            value={form.watch("since")}
            onChange={(moment) => form.setValue("since", moment ?? "", { shouldDirty: true })}
            error={fieldError(form, "since")}
          />
          <Checkbox
            label="Missed events, too"
            hint="Those that happened while the endpoint was off or did not take their type. They are kept for 7 days."
            checked={form.watch("missed")}
            onChange={(missed) => form.setValue("missed", missed, { shouldDirty: true })}
          />
          <RecoverableCount endpointId={endpointId} since={form.watch("since")} missed={form.watch("missed")} />
        </>
      )}
    </SchemaForm>
  );
}

interface RecoverableCountProps {
  endpointId: string;
  since: string;
  missed: boolean;
}

/** Says how many events would be sent; nothing while that is not known. */
function RecoverableCount({ endpointId, since, missed }: RecoverableCountProps) {
  const { read } = useEnvironment();
  const moment = useDebounced(since, COUNTED_AFTER_MS);
  const { data } = useQuery({
    ...read("webhookEndpoints.countRecoverable", endpointId, { since: moment }),
    enabled: moment !== "",
  });
  return (
    <p role="status" className="min-h-5 font-medium">
      {data && moment === since && recoverableText(missed ? data : { ...data, missed: 0 })}
    </p>
  );
}

function recoverableText({ failed, missed, isMore }: { failed: number; missed: number; isMore: boolean }): string {
  const parts = [
    ...(failed > 0 ? [`${numberText(failed)} failed`] : []),
    ...(missed > 0 ? [`${numberText(missed)} missed`] : []),
  ];
  if (parts.length === 0)
    return isMore ? "None of the first 50,000 events since then." : "Nothing failed or was missed since then.";
  const events = failed + missed === 1 ? "event" : "events";
  return `${isMore ? "More than " : ""}${parts.join(" and ")} ${events}.`;
}

/** The pause in typing after which events are counted. */
const COUNTED_AFTER_MS = 300;
const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();

function recoveredText(count: number): string {
  if (count === 0) return "There was nothing to recover";
  return count === 1 ? "1 event is sent" : `${numberText(count)} events are sent`;
}
