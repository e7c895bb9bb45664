import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { memberOf, useSession } from "#dashboard/app/session.ts";
import type { PickerItem } from "#dashboard/components/controls/picker-results.tsx";

/** Numbers of events that a digest may have in a preview; the last one stands for many. */
export const EVENT_COUNTS = [0, 1, 2, 10] as const;
export type EventCount = (typeof EVENT_COUNTS)[number];

/** The origin of the payload: made from what the workflow needs, brought by the last event, kept as a sample, or written here. */
export type PayloadSource = "example" | "event" | "sample" | "own";

/** The data that a member has chosen for the previews of a workflow. */
export interface ChosenData {
  subscriber: PickerItem | null;
  tenant: PickerItem | null;
  actor?: PickerItem | null;
  context?: PickerItem | null;
  /** Empty for the subscriber's own. */
  locale: string;
  timezone: string;
  source: PayloadSource;
  /** The sample that is chosen, or that an own payload began from. */
  sampleId?: string | undefined;
  /** The payload as it was written, which need not be JSON yet. */
  ownPayload: string;
  events: EventCount;
}

const NOTHING_CHOSEN: ChosenData = {
  subscriber: null,
  tenant: null,
  locale: "",
  timezone: "",
  source: "example",
  ownPayload: "",
  events: 2,
};

/** Workflows whose data is remembered. */
const REMEMBERED = 10;

/** By member, environment and workflow, the last one last. Kept for this tab, also while the page is loaded again. */
const useChosen = create<{ chosen: Readonly<Record<string, ChosenData>> }>()(
  persist(() => ({ chosen: {} }), {
    name: `belfry-preview-data${contextPaths.web}`,
    storage: createJSONStorage(() => sessionStorage),
  }),
);

/** The data of a workflow's previews, which all of its steps share, and how to change it. */
export function useChosenData(workflowId: string): [ChosenData, (changes: Partial<ChosenData>) => void] {
  const key = useSession(({ token, environmentId }) => `${memberOf(token)}/${environmentId}/${workflowId}`);
  const data = useChosen(({ chosen }) => chosen[key]) ?? NOTHING_CHOSEN;
  const change = (changes: Partial<ChosenData>) =>
    useChosen.setState(({ chosen: { [key]: before = NOTHING_CHOSEN, ...others } }) => {
      const kept = Object.entries(others).slice(-(REMEMBERED - 1));
      return { chosen: { ...Object.fromEntries(kept), [key]: { ...before, ...changes } } };
    });
  return [data, change];
}
