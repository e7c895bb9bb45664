import { type ComponentProps, Suspense } from "react";
import type { PickerResults } from "#dashboard/components/controls/picker-results.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { chosenText, FilterButton } from "./filter-button.tsx";

const PickerPopover = lazyNamed(() => import("#dashboard/components/controls/picker-popover.tsx"), "PickerPopover");

type PickerFilterProps = Pick<
  ComponentProps<typeof PickerResults>,
  "label" | "chosen" | "search" | "queryKey" | "onChange"
>;

/** A filter by some of many objects, which the server searches as the member types. */
export function PickerFilter(picker: PickerFilterProps) {
  const trigger = <FilterButton name={picker.label} chosen={chosenText(picker.chosen.map(({ text }) => text))} />;
  return (
    // A popover with a field is not part of a list's first load.
    <Suspense fallback={<span inert>{trigger}</span>}>
      <PickerPopover trigger={trigger} multiple {...picker} />
    </Suspense>
  );
}
