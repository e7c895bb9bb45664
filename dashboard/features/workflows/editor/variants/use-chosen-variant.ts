import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { EditedStep, EditedVariant } from "../definition.ts";

/** The variant that is open, and its place; undefined for the step's own content. */
export interface ChosenVariant {
  variant: EditedVariant | undefined;
  index: number;
  /** Opens the variant at a place; undefined for the step's own content. */
  choose: (index: number | undefined) => void;
}

/** The variant of a step that the address names by its place, counted from 1. */
export function useChosenVariant(step: EditedStep): ChosenVariant {
  const position = useSearch({ strict: false, select: ({ variant }) => variant });
  const navigate = useNavigate();
  const index = (position ?? 0) - 1;
  return {
    variant: step.variants[index],
    index,
    choose: (next) =>
      // As with the parts of a step: the way back to the canvas stays one step.
      void navigate({
        to: ".",
        search: (before) => ({ ...before, variant: next === undefined ? undefined : next + 1 }),
        state: true,
        replace: true,
        resetScroll: false,
      }),
  };
}

/** A step as its preview shows it: with the content of the variant that is open. */
export function useShownStep(step: EditedStep): EditedStep {
  const { variant } = useChosenVariant(step);
  const values = variant?.controlValues;
  // The same for as long as the content is the same: each new one is another preview.
  return useMemo(() => (values === undefined ? step : { ...step, controlValues: values }), [step, values]);
}
