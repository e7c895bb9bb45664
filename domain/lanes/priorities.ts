/** Priority of what an event has done, 1 is first: a critical workflow overtakes single triggers, these overtake broadcasts. */
export const priorityKeys = { critical: 1, direct: 3, broadcast: 5 } as const;

export type Priority = (typeof priorityKeys)[keyof typeof priorityKeys];

export const priorityOf = (event: { audience: "direct" | "broadcast"; critical: boolean }): Priority =>
  event.critical ? priorityKeys.critical : priorityKeys[event.audience];
