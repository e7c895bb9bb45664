import { REQUEST_DAYS } from "./activity/requests.ts";

/** A session of the inbox without a proof may store so much of a new subscriber, as JSON. */
export const UNPROVEN_PROFILE_BYTES = 8_192;

/** Days until a run, its jobs and details, and a message of a channel other than in-app expire. */
export const RETENTION_DAYS = 30;
/** Days until an in-app message expires. */
export const IN_APP_RETENTION_DAYS = 365;
/** The same by kind, where an environment has not chosen others. */
export const DEFAULT_RETENTION = {
  runs: RETENTION_DAYS,
  messages: RETENTION_DAYS,
  inApp: IN_APP_RETENTION_DAYS,
  requests: REQUEST_DAYS,
} as const;

/** Most days that the graph of the activity feed goes back. The counts behind it live longer than runs. */
export const STATISTICS_DAYS = 366;
/** Most days that an overview reads: a period, and the one before it. */
export const OVERVIEW_DAYS = 60;
/** Days for which the health of integrations knows a last failure, and since when an integration fails. */
export const HEALTH_DAYS = 8;
/** Days for which lists of workflows show how often each ran, and the most workflows of one such list. */
export const WORKFLOW_ACTIVITY_DAYS = 7;
export const WORKFLOW_ACTIVITY_MAX = 100;

/** Most days that an environment may keep anything. */
export const RETENTION_MAX_DAYS = 730;
/** When expired rows are removed, every day in UTC. */
export const CLEAN_UP_AT = { hour: 3, minute: 17 } as const;

/** Longest delay of any plan, in days. Partitions are created this far ahead. */
export const MAX_WAIT_DAYS = 180;
/** Longest waits of any plan, in days. A digest window has no ceiling but that its moments are moments. */
export const WAIT_CEILINGS = { delay: MAX_WAIT_DAYS, digest: 3_650 } as const;

/** Days for which a link to the page of preferences works: mails are opened, and unsubscribed from, long after they came. */
export const PREFERENCE_LINK_DAYS = 365;

export const BULK_EVENTS_MAX = 100;
export const BULK_SUBSCRIBERS_MAX = 500;
/** Subscribers that an event leaves out of one topic. */
export const TOPIC_EXCLUDED_MAX = 500;
/** Events that may start each other by trigger steps, one after the other: workflows that start each other in a circle end. */
export const TRIGGER_DEPTH_MAX = 10;
/** Every run has a job for each of them. */
export const WORKFLOW_STEPS_MAX = 100;
/** Body limit of calls that carry events, workflows or layouts, in bytes. */
export const LARGE_BODY_BYTES = 20 * 1024 * 1024;
/** Body limit of all other calls: a bulk of 500 subscribers must fit. */
export const BODY_BYTES = 2 * 1024 * 1024;
/** Largest payload of an event, as JSON in UTF-8. */
export const PAYLOAD_MAX_BYTES = 1024 * 1024;
/** Longest answer that is stored under an idempotency key, in bytes of UTF-8. */
export const STORED_ANSWER_MAX_BYTES = 1024 * 1024;

/** Samples of a workflow's payload, and the largest one, as JSON in UTF-8. */
export const PAYLOAD_SAMPLES_MAX = 20;
export const PAYLOAD_SAMPLE_MAX_BYTES = 64 * 1024;

/** Attachments of one event. Their bytes are limited by the body of the call alone. */
export const ATTACHMENTS_MAX = 50;

/** Longest content of a layout, in characters: as long as a template that can be parsed. */
export const LAYOUT_MAX = 1_000_000;

/** Translation groups of an environment, and locales of one of them. */
export const TRANSLATION_GROUPS_MAX = 200;
export const TRANSLATION_LOCALES_MAX = 100;
/** Texts of a group in one locale as JSON text, and of all groups and locales of an environment together, in characters. */
export const TRANSLATION_FILE_MAX = 500_000;
export const TRANSLATIONS_MAX = 20_000_000;
/** One translated text. */
export const TRANSLATION_TEXT_MAX = 10_000;
/** Texts that templates whose keys are made of variables may choose from for one reader, in characters. */
export const TRANSLATIONS_READ_MAX = 1_000_000;

/** Lists and objects in each other: what reads JSON recursively, as Postgres does, reaches an end. */
export const PAYLOAD_MAX_DEPTH = 500;

/**
 * The same of any body in JSON. More than a payload may have, whose refusal names it, and less than half of what overflows the stack
 * in validation, where a condition takes two levels.
 */
export const BODY_MAX_DEPTH = 1_000;

/*
 * Lengths are in characters. Postgres refuses an index entry of more than 2,704 bytes, so a text with an index has at
 * most 255 characters, which take 1,020 bytes at most. The other limits refuse values that can only be mistakes.
 */

export const SUBSCRIBER_ID_MAX = 255;
export const TOPIC_KEY_MAX = 255;
export const TRANSACTION_ID_MAX = 255;
export const TENANT_IDENTIFIER_MAX = 255;
export const IDEMPOTENCY_KEY_MAX = 255;
/** Of workflows and integrations. */
export const IDENTIFIER_MAX = 255;
/** Letters that make a second identifier of the same name differ: enough for that, short enough to read out. */
export const IDENTIFIER_SUFFIX_LENGTH = 6;
/** Longest identifier that is made from a name: with a hyphen and the suffix, it is one as well. */
export const SLUG_MAX = IDENTIFIER_MAX - IDENTIFIER_SUFFIX_LENGTH - 1;
/** Of what a path may name by an identifier, or by a slug of a name that an id follows. */
export const REFERENCE_MAX = 300;
/** Of workflows, steps, variants and integrations. A workflow's first identifier is made from its name. */
export const NAME_MAX = 255;
/** Of a step, chosen by the client that made it. */
export const STEP_UUID_MAX = 255;

export const CRON_MAX = 255;

/** Runs that a throttle lets pass in one window, at most. */
export const THROTTLE_LIMIT_MAX = 1_000_000;
/** Branches of one step, besides the default one. */
export const BRANCHES_MAX = 20;
/** Headers of an HTTP step. */
export const HTTP_HEADERS_MAX = 50;
/** Address and each header of an HTTP step, before and after rendering, and its body as JSON text. */
export const HTTP_URL_MAX = 4_096;
export const HTTP_HEADER_MAX = 8_192;
export const HTTP_BODY_MAX = 64 * 1024;
/** Time limit of an HTTP step, in seconds. */
export const HTTP_TIMEOUT_SECONDS = 5;
export const HTTP_TIMEOUT_SECONDS_MAX = 30;
/** Longest answer of an HTTP step, and longest payload of a signal or of an awaited event, in characters of JSON text. */
export const STEP_RESULT_MAX = 64 * 1024;
/** Name of a signal. */
export const SIGNAL_NAME_MAX = 255;
/** Of a dotted path into a payload. */
export const PATH_MAX = 255;

export const PERSON_NAME_MAX = 255;
/** 64 characters before the @, 255 after it: RFC 5321. */
export const EMAIL_MAX = 320;
export const PHONE_MAX = 64;
export const LOCALE_MAX = 64;
export const TIME_ZONE_MAX = 64;
/** A small picture may be given as a data URL. */
export const AVATAR_MAX = 64 * 1024;

/** Longest snooze of a notification: 90 days. */
export const SNOOZE_MAX_HOURS = 2_160;
/** Days for which a notification is kept from its return on, even if it would have expired before. */
export const RETURNED_DAYS = 7;

/** Counts shown in the inbox stop here. */
export const COUNT_CAP = 100;

/** Longest texts of a rendered message, in characters: an email's html, any other channel's content and title. */
export const RENDERED_MAX = { in_app: 256_000, email: 2_000_000, sms: 16_000, chat: 40_000, push: 16_000 } as const;

/** Contexts of one trigger, session or subscription. */
export const CONTEXTS_MAX = 5;
export const CONTEXT_TYPE_MAX = 64;
export const CONTEXT_ID_MAX = 255;
/** Data of one context, as JSON. */
export const CONTEXT_DATA_BYTES = 64 * 1024;

export const SUBSCRIPTION_IDENTIFIER_MAX = 512;
export const SUBSCRIPTION_IDENTIFIER_BYTES = 900;
/** Preferences of one subscription, as JSON with the ids of workflows: an event reads them for all members of a topic. */
export const SUBSCRIPTION_PREFERENCES_BYTES = 8 * 1024;
