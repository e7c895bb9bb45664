import { create } from "zustand";
import { persist } from "zustand/middleware";

export const TEST_KINDS = ["dry", "live"] as const;
export type TestKind = (typeof TEST_KINDS)[number];

/** How a workflow is tested. */
export interface TestChoice {
  kind: TestKind;
  skipDelays: boolean;
}

const DEFAULT: TestChoice = { kind: "dry", skipDelays: true };
/** Workflows whose choice is remembered; the oldest one is forgotten. */
const REMEMBERED = 100;

interface TestChoices {
  /** By Belfry's id of the workflow. */
  choices: Readonly<Record<string, TestChoice>>;
  choose: (workflowId: string, choice: TestChoice) => void;
}

/** The choices of all workflows. */
export const useTestChoices = create<TestChoices>()(
  persist(
    (set) => ({
      choices: {},
      choose: (workflowId, choice) =>
        set(({ choices: { [workflowId]: _before, ...others } }) => ({
          choices: Object.fromEntries([...Object.entries(others), [workflowId, choice]].slice(-REMEMBERED)),
        })),
    }),
    { name: "belfry-test-choices" },
  ),
);

/** The choice of a workflow, remembered on this device. */
export function useTestChoice(workflowId: string): [TestChoice, (change: Partial<TestChoice>) => void] {
  const choice = useTestChoices(({ choices }) => choices[workflowId]) ?? DEFAULT;
  const choose = useTestChoices((state) => state.choose);
  return [choice, (change) => choose(workflowId, { ...choice, ...change })];
}
