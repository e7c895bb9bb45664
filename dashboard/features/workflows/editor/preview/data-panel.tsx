import { Picker } from "#dashboard/components/controls/picker.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { TimeZonePicker } from "#dashboard/components/controls/time-zone-picker.tsx";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { EVENT_COUNTS } from "./chosen-data.ts";
import { LocaleField } from "./locale-field.tsx";
import { MissingVariables } from "./missing-variables.tsx";
import { PayloadFields } from "./payload-fields.tsx";
import type { PreviewDataState } from "./use-preview-data.ts";

interface DataPanelProps {
  data: PreviewDataState;
  /** Variables that the message uses and the data lacks. */
  missing: readonly string[];
  onJump: (name: string) => void;
}

const ACTOR = /^actor(?:\.|$)/;

/** The data that the previews of a workflow show: for whom, for which tenant, and what the event brings. */
export function DataPanel({ data, missing, onJump }: DataPanelProps) {
  const { current, searches } = useEnvironment();
  const { chosen, choose, hasDigest, localeFault } = data;
  // The example has an actor where a saved template uses one.
  const usesActor =
    chosen.actor != null || data.example.data?.example.actor !== undefined || missing.some((name) => ACTOR.test(name));
  const actor = (
    <Picker
      label="Actor"
      placeholder="Nobody"
      hint="The subscriber who caused the event"
      clearable
      value={chosen.actor ?? null}
      onChange={(next) => choose({ actor: next })}
      queryKey={["environment", current?._id, "subscribers"]}
      search={searches.subscribers}
    />
  );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div role="status" className="empty:hidden">
        <MissingVariables names={missing} onJump={onJump} />
      </div>
      <Picker
        label="Subscriber"
        placeholder="Ada Lovelace, an example"
        clearable
        value={chosen.subscriber}
        onChange={(subscriber) => choose({ subscriber })}
        queryKey={["environment", current?._id, "subscribers"]}
        search={searches.subscribers}
      />
      <Picker
        label="Tenant"
        placeholder="None"
        clearable
        value={chosen.tenant}
        onChange={(tenant) => choose({ tenant })}
        queryKey={["environment", current?._id, "tenants"]}
        search={searches.tenants}
      />
      <Picker
        label="Context"
        placeholder="None"
        hint="What the event is about, such as a tenant or an app"
        clearable
        value={chosen.context ?? null}
        onChange={(context) => choose({ context })}
        queryKey={["environment", current?._id, "v2.contexts"]}
        search={searches.contexts}
      />
      {usesActor && actor}
      <LocaleField
        value={chosen.locale}
        isFaulty={localeFault}
        onChange={(locale) => choose({ locale: locale.trim() })}
      />
      <TimeZonePicker
        label="Time zone"
        placeholder="The subscriber's own"
        value={chosen.timezone || null}
        onChange={(timezone) => choose({ timezone })}
        onClear={() => choose({ timezone: "" })}
      />
      {hasDigest && (
        <div className="flex flex-col gap-1">
          <p className="font-medium">Events of the digest</p>
          <Segmented
            label="Events of the digest"
            value={String(chosen.events)}
            options={EVENT_COUNTS.map((count) => ({ id: String(count), text: String(count) }))}
            onChange={(id) => choose({ events: EVENT_COUNTS.find((count) => String(count) === id) ?? chosen.events })}
          />
        </div>
      )}
      <PayloadFields data={data} />
      {!usesActor && <Disclosure title="More">{actor}</Disclosure>}
    </div>
  );
}
