/** The caps with their words, in the order of the form. */
export const CAPS = [
  {
    name: "eventsPerWorkflowPerMinute",
    label: "Pause a workflow that gets too many events",
    unit: "events of a workflow in a minute",
  },
  {
    name: "messagesPerWorkflowPerMinute",
    label: "Pause a workflow that sends too many messages",
    unit: "messages of a workflow in a minute",
  },
  {
    name: "messagesPerSubscriberPerHour",
    label: "Pause a subscriber who gets too many messages",
    unit: "messages to a subscriber in an hour",
  },
] as const;
