import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { DateTimeField } from "#dashboard/components/controls/date-time-field.tsx";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useDebounced } from "#dashboard/components/use-debounced.ts";
import { fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const Recovery = z.object({ since: z.string({ error: "should not be empty" }) });

interface RecoverFormProps {
  endpointId: string;
  keptName: string;
  /** When the endpoint began to fail, as far as that is known. */
  since: string | null;
  onDone: () => void;
}

/** Sends an endpoint again what has failed since a moment. */
export function RecoverForm({ endpointId, keptName, since, onDone }: RecoverFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={Recovery}
      initial={{ since: since ?? new Date(Date.now() - DAY_MS).toISOString() }}
      keptName={keptName}
      action="Send again"
      send={async (body) => {
        let resent = 0;
        for (let hasMore = true; hasMore; ) {
          const answer = await write("webhookEndpoints.resendFailed", endpointId, body);
          resent += answer.resent;
          hasMore = answer.hasMore && answer.resent > 0;
        }
        showToast({ tone: "success", text: resentText(resent) });
        onDone();
      }}
    >
      {(form) => (
        <>
          <p className="text-muted">
            Events that this endpoint has failed to take since then are sent again, with the same ids, so that your
            application can tell those that it has seen.
          </p>
          <DateTimeField
            label="Failed since"
            zone={zone}
            value={form.watch("since")}
            onChange={(moment) => form.setValue("since", moment ?? "", { shouldDirty: true })}
            error={fieldError(form, "since")}
          />
          <FailedCount endpointId={endpointId} since={form.watch("since")} />
        </>
      )}
    </SchemaForm>
  );
}

/** Says how many events would be sent again; nothing while that is not known. */
function FailedCount({ endpointId, since }: { endpointId: string; since: string }) {
  const { read } = useEnvironment();
  const moment = useDebounced(since, COUNTED_AFTER_MS);
  const { data } = useQuery({
    ...read("webhookEndpoints.countFailed", endpointId, { since: moment }),
    enabled: moment !== "",
  });
  return (
    <p role="status" className="min-h-5 font-medium">
      {data && moment === since && failedText(data)}
    </p>
  );
}

function failedText({ events, isMore }: { events: number; isMore: boolean }): string {
  if (events === 0) return "Nothing has failed since then.";
  if (isMore) return `More than ${numberText(events)} events have failed since then.`;
  return events === 1 ? "1 event has failed since then." : `${numberText(events)} events have failed since then.`;
}

const DAY_MS = 86_400_000;
/** The pause in typing after which events are counted. */
const COUNTED_AFTER_MS = 300;
const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();

function resentText(count: number): string {
  if (count === 0) return "Nothing has failed since then";
  return count === 1 ? "1 event is sent again" : `${numberText(count)} events are sent again`;
}
