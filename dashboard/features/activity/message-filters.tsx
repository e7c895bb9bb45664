import { CHANNELS } from "#contract/constants/channels.ts";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { shortTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { ChoiceFilter, SetFilter } from "#dashboard/lists/filter-button.tsx";
import { MARK_CHOICES, MESSAGE_STATUS_CHOICES, type MessageSearch } from "./message-search.ts";

interface MessageFiltersProps {
  search: MessageSearch;
  onChange: (change: Partial<MessageSearch>) => void;
}

const CHANNEL_CHOICES = CHANNELS.map((id) => ({ id, text: STEP_TYPE_LABELS[id].name }));

export function MessageFilters({ search, onChange }: MessageFiltersProps) {
  return (
    <section aria-label="Filter messages" className="flex flex-wrap items-center gap-2">
      <SearchField
        primary
        label="Subscriber id"
        value={search.subscriberId}
        onSearch={(subscriberId) => onChange({ subscriberId })}
      />
      <SearchField
        label="Transaction id"
        value={search.transactionId}
        onSearch={(transactionId) => onChange({ transactionId })}
      />
      <ChoiceFilter
        name="Channel"
        all="All channels"
        options={CHANNEL_CHOICES}
        value={search.channel}
        onChange={(channel) => onChange({ channel })}
      />
      <ChoiceFilter
        name="Status"
        all="All statuses"
        options={MESSAGE_STATUS_CHOICES}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceFilter
        name="Mark"
        all="Any mark"
        options={MARK_CHOICES}
        value={search.mark}
        onChange={(mark) => onChange({ mark })}
      />
      {search.workflowId && (
        <SetFilter
          text="Of one workflow"
          title="Show messages of all workflows"
          onClear={() => onChange({ workflowId: "" })}
        />
      )}
      {search.after && (
        <SetFilter
          text={`Since ${shortTime(search.after)}`}
          title="Show earlier messages too"
          onClear={() => onChange({ after: undefined })}
        />
      )}
    </section>
  );
}
