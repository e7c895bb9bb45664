import type { Body, Trigger } from "#client/client.ts";
import type { Account } from "#contract/accounts/auth.ts";
import { DEMO_WORKFLOW } from "#contract/constants/demo.ts";

/** The subscriber whose inbox is beside the steps: the one that a demo organisation begins with. */
export const DEMO_SUBSCRIBER = "demo-subscriber";

/** Returns the event that greets the demo subscriber, at the member's own address, so that a provider can be seen to deliver. */
export function demoEvent({ firstName, email }: Pick<Account, "firstName" | "email">) {
  return {
    name: DEMO_WORKFLOW,
    to: { subscriberId: DEMO_SUBSCRIBER, ...(firstName && { firstName }), ...(email && { email }) },
    payload: { product: "Belfry" },
  } satisfies Trigger;
}

/** The workflow of the demo event, for environments that have none. */
export const DEMO_WORKFLOW_CONTENT = {
  name: "Welcome",
  workflowId: DEMO_WORKFLOW,
  description: "Greets a subscriber in the inbox and by email.",
  active: true,
  tags: ["demo"],
  __source: "dashboard",
  steps: [
    {
      name: "Inbox",
      type: "in_app",
      controlValues: { body: "Hello {{subscriber.firstName}}, welcome to {{payload.product}}." },
    },
    {
      name: "Email",
      type: "email",
      controlValues: {
        subject: "Welcome to {{payload.product}}",
        body: "<p>Hello {{subscriber.firstName}},</p><p>{{payload.product}} can reach you now.</p>",
      },
    },
  ],
} satisfies Body<"createWorkflowV2">;
