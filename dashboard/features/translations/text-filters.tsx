import { ArrowDown } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { ChoiceFilter } from "#dashboard/lists/filter-button.tsx";
import type { OpenState, ShownKeys } from "./shown-keys.ts";
import type { TextFilter } from "./text-states.ts";

interface TextFiltersProps {
  filter: TextFilter;
  locales: readonly string[];
  counts: Readonly<Record<ShownKeys, number>>;
  onFilter: (changes: Partial<Pick<TextFilter, "show" | "locale">>) => void;
  onNext: () => void;
  /** Whether there is an open text to go to. */
  hasNext: boolean;
}

const NEXT: Readonly<Record<OpenState, string>> = {
  missing: "Next missing text",
  outdated: "Next outdated text",
  placeholders: "Next text with other placeholders",
};

/** The filters of the grid, and the way to the next one that needs something. */
export function TextFilters({
  filter: { show, locale },
  locales,
  counts,
  onFilter,
  onNext,
  hasNext,
}: TextFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ChoiceFilter
        name="Show"
        all="All keys"
        options={[
          { id: "missing", text: `Missing (${counts.missing})` },
          { id: "outdated", text: `Outdated (${counts.outdated})` },
          { id: "placeholders", text: `Other placeholders (${counts.placeholders})` },
          { id: "unused", text: `Not used (${counts.unused})` },
        ]}
        value={show}
        onChange={(next) => onFilter({ show: next })}
      />
      <ChoiceFilter
        name="Locale"
        all="All locales"
        options={locales.map((id) => ({ id, text: id }))}
        value={locale}
        onChange={(next) => onFilter({ locale: next })}
      />
      <Button disabled={!hasNext} onClick={onNext}>
        <ArrowDown className="size-4" aria-hidden="true" />
        {show === undefined || show === "unused" ? "Next missing text" : NEXT[show]}
      </Button>
    </div>
  );
}
