import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { focusFirstIssue } from "../focus-issue.ts";
import type { StepForm } from "../use-step-form.ts";
import { DelayPanel } from "./delay-panel.tsx";
import { DigestPanel } from "./digest-panel.tsx";
import { EventWaitPanel } from "./event-wait-panel.tsx";
import { ThrottlePanel } from "./throttle-panel.tsx";
import type { WaitType } from "./wait-sentence.ts";

const PANELS = {
  digest: DigestPanel,
  delay: DelayPanel,
  throttle: ThrottlePanel,
  wait_for_event: EventWaitPanel,
} as const satisfies Record<WaitType, unknown>;

/** The panel of a step that waits or counts. It is loaded when the first of them is opened. */
export function WaitPanels({ form, type }: { form: StepForm; type: WaitType }) {
  const Panel = PANELS[type];
  const forIssue = useLocation({ select: ({ state }) => state.focusIssue === true });
  // The fields came after the step that was opened for an issue of one of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they are there
  useEffect(() => {
    if (forIssue) focusFirstIssue();
  }, []);
  return <Panel form={form} />;
}
