/** The identifier of the demo organisation's workflow, which greets a subscriber. */
export const DEMO_WORKFLOW = "welcome";
