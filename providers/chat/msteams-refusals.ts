import type { Refusals } from "../refusals.ts";

/** Codes of errors of the flows that take messages: https://learn.microsoft.com/azure/logic-apps/logic-apps-http-endpoint and https://learn.microsoft.com/troubleshoot/power-platform/power-automate/flow-run-issues/triggers-troubleshoot. Connectors answer sentences. */
export const msteamsRefusals: Refusals = {
  DirectApiAuthorizationRequired: {
    text: "The flow takes messages of signed-in users alone: choose Anyone in its trigger, and store its new address",
    class: "CREDENTIAL",
  },
  MisMatchingOAuthClaims: {
    text: "The flow takes messages of signed-in users alone: choose Anyone in its trigger, and store its new address",
    class: "CREDENTIAL",
  },
  WorkflowTriggerIsNotEnabled: { text: "The flow is switched off", class: "CREDENTIAL" },
  WorkflowNotFound: { text: "The flow does not exist any more", class: "CREDENTIAL" },
  AuthorizationFailed: { text: "The address of the flow is not valid any more", class: "CREDENTIAL" },
  TriggerInputSchemaMismatch: "The message does not have the form that the trigger of the flow requires",
  InvalidRequestContent: "The flow cannot read the message",
};
