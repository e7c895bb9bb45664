import type { Channel } from "#contract/constants/channels.ts";

/** An event, as executions and activities name it: everything else about it is in Postgres. */
export interface EventRef {
  organizationId: string;
  environmentId: string;
  eventId: string;
  transactionId: string;
}

export interface EnvironmentRef {
  organizationId: string;
  environmentId: string;
}

/** Runs that a caller has asked to go on. */
export interface ResumptionRef {
  organizationId: string;
  environmentId: string;
  resumptionId: string;
}

/** A file whose lines are to be written. */
export interface ImportRef {
  organizationId: string;
  environmentId: string;
  importId: string;
}

/** A subscriber whose data is to be removed. */
export interface ErasureRef {
  organizationId: string;
  environmentId: string;
  erasureId: string;
}

/** A part of an event's audience whose runs one execution owns, by its number within the event. */
export interface CohortRef {
  event: EventRef;
  cohort: number;
}

export interface LaneRef {
  organizationId: string;
  environmentId: string;
  integrationId: string;
  channel: Channel;
}

/** By channel: an activity is named by the channel that it calls. Channels are added, never renamed. */
export const SEND = { email: "sendEmail", sms: "sendSms", chat: "sendChat", push: "sendPush" } as const;
