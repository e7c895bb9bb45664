import { UNSENT_REASONS, type UnsentReason } from "#contract/constants/reasons.ts";
import { REASON_LABELS } from "#dashboard/components/display/reason-labels.ts";
import { LoadedSearchMenu } from "#dashboard/components/overlays/loaded-search-menu.tsx";
import { MenuChoices } from "#dashboard/components/overlays/menu.tsx";
import { chosenText, FilterButton } from "#dashboard/lists/filter-button.tsx";

const REASON_CHOICES = [...UNSENT_REASONS]
  .map((id) => ({ id, text: REASON_LABELS[id] }))
  .sort((a, b) => a.text.localeCompare(b.text));

interface ReasonFilterProps {
  reasons: readonly UnsentReason[];
  onChange: (reasons: UnsentReason[]) => void;
}

/** A filter of runs by why a step did not run, sent nothing or failed. */
export function ReasonFilter({ reasons, onChange }: ReasonFilterProps) {
  return (
    <LoadedSearchMenu
      label="Reason"
      trigger={<FilterButton name="Reason" chosen={chosenText(reasons.map((reason) => REASON_LABELS[reason]))} />}
      search={{ label: "Search reasons", emptyText: "Nothing matches" }}
    >
      <MenuChoices
        label="Why a step did not run or failed"
        mode="multiple"
        options={REASON_CHOICES}
        selected={reasons}
        onChange={onChange}
      />
    </LoadedSearchMenu>
  );
}
