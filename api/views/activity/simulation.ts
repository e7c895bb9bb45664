import { CHANNELS } from "#contract/constants/channels.ts";
import type { Simulation } from "#contract/explain.ts";
import type { Simulation as Simulated } from "#explain/simulate-past.ts";
import { moment } from "./digests.ts";
import { type ExplainedWorkflow, explainedWorkflowView, reasonCountView } from "./explanation.ts";

/** Events of one digest that are named. */
const NAMED = 50;

const ASSUMPTIONS = [
  "Subscribers, preferences, tenants and integrations are as they are today",
  "Providers take what they are given, and messages of earlier steps are neither seen nor read",
  "Digests collect the events that were gone through, and no others",
];

export function simulationView(simulated: Simulated, found: ExplainedWorkflow): Simulation {
  const { events, reasons, windows, isComplete } = simulated;
  const messages: Simulation["messages"] = {};
  for (const { messages: ofEvent } of events) {
    for (const channel of CHANNELS) {
      const count = ofEvent[channel] ?? 0;
      if (count > 0) messages[channel] = (messages[channel] ?? 0) + count;
    }
  }
  return {
    workflow: explainedWorkflowView(found),
    messages,
    isComplete,
    assumptions: ASSUMPTIONS,
    events: events.map(({ event, refused, runs, messages }) => ({
      transactionId: event.transactionId,
      triggeredAt: moment(event.createdAt),
      ...(refused !== undefined && { refused }),
      wasCanceled: event.isCanceled,
      recipients: event.runs,
      decided: runs,
      messages,
    })),
    reasons: reasons.map(reasonCountView),
    digests: windows.map(({ window, subscriberId }) => ({
      _stepId: window.stepId,
      subscriberId,
      key: window.digestValue,
      count: window.members.length,
      openedAt: window.openedAt.toISOString(),
      closesAt: window.closesAt.toISOString(),
      transactionIds: window.members.slice(0, NAMED).map(({ event }) => event.transactionId),
    })),
  };
}
