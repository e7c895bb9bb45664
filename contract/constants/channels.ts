/** The channels a message can go out on. */
export const CHANNELS = ["in_app", "email", "sms", "chat", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Channels whose integrations have an order: the first, the primary one, sends, and the next ones what it cannot send. */
export const RANKED_CHANNELS = ["email", "sms"] as const satisfies readonly Channel[];

/** Step types that do something other than send a message. */
const ACTION_STEP_TYPES = [
  "trigger",
  "digest",
  "delay",
  "custom",
  "throttle",
  "http",
  "wait_for_event",
  "branch",
] as const;

/** Every step type of the wire; `trigger` is the job that stands for the event itself. */
export const STEP_TYPES = [...CHANNELS, ...ACTION_STEP_TYPES] as const;
export type StepType = (typeof STEP_TYPES)[number];

/** Types whose steps leave a result, which later steps see as `steps.<uuid>` and in conditions on `stepResult`. */
export const RESULT_STEP_TYPES = ["http", "wait_for_event", "branch"] as const satisfies readonly StepType[];

export const hasResult = (type: string): boolean => RESULT_STEP_TYPES.some((candidate) => candidate === type);

export function isChannel(type: string): type is Channel {
  return CHANNELS.some((channel) => channel === type);
}
