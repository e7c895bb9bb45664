import { DAY, HOUR, MINUTE, SECOND } from "#contract/constants/values/times.ts";

/*
 * How the engine treats its work, in one table: what runs beside the workflow and what goes through the task queue, how long it may take,
 * how it is tried again, and how much one call does. Durations are in milliseconds. Elsewhere: the leases of work in progress
 * (domain/times/durations.ts), the parts of a send (providers/send-limits.ts), presence (db/queries/presence/lease.ts), idempotency keys
 * (db/queries/idempotency/lease.ts), rendering (rendering/limits.ts), and what callers are told (contract/constants/limits.ts).
 */

/** Members of a slice: decided together and stored by one statement. */
export const SLICE_SIZE = 120;

/** An audience is divided into cohorts of about this many, up to the number below. A single one needs no execution. */
export const COHORT_RECIPIENTS = 2_500;
export const MOST_COHORTS = 8;

/**
 * Short work on the database, done by the worker that has the workflow task. It is tried for some seconds only; after that
 * the same activity goes through the task queue, where waiting for a database that is away leaves no trace in the history.
 */
export const beside = {
  startToCloseTimeout: 20 * SECOND,
  scheduleToCloseTimeout: 25 * SECOND,
  localRetryThreshold: 25 * SECOND,
  retry: { initialInterval: 200, backoffCoefficient: 2, maximumInterval: 2 * SECOND, maximumAttempts: 4 },
} as const;

/** The same through the task queue: for as long as the database is away. */
export const queued = {
  startToCloseTimeout: 2 * MINUTE,
  heartbeatTimeout: 30 * SECOND,
  retry: { initialInterval: SECOND, backoffCoefficient: 2, maximumInterval: MINUTE },
} as const;

/** Serving a lane; a worker that dies is noticed by its missing heartbeat. */
export const delivery = {
  startToCloseTimeout: 5 * MINUTE,
  heartbeatTimeout: 20 * SECOND,
  retry: { initialInterval: SECOND, backoffCoefficient: 2, maximumInterval: MINUTE },
} as const;

/**
 * Retry of a failed send: each wait is `factor` times as long as the one before, and longer by up to `jitter` of it. A longer Retry-After
 * wins. Where other integrations can send the message, they have their turn after the first attempts. It ends with
 * BELFRY_RETRY_MINUTES_* of the channel (config/messages.ts).
 */
export const sendRetry = {
  leastWait: SECOND,
  firstWait: 10 * SECOND,
  factor: 3,
  longestWait: HOUR,
  jitter: 0.1,
  attemptsBeforeNext: 3,
} as const;

/** Asking the webhook of a condition: the time of one call, and the waits before the others. */
export const webhookCondition = { timeout: 5 * SECOND, waits: [SECOND, 5 * SECOND] } as const satisfies {
  timeout: number;
  waits: readonly number[];
};

/** Calling a bridge: the time of one call, and the waits before the others. */
export const bridgeCall = { timeout: 5 * SECOND, waits: [2 * SECOND, 4 * SECOND] } as const satisfies {
  timeout: number;
  waits: readonly number[];
};
/** Passing a reply on to its callback: the time of one call, and the waits before the others. */
export const replyCallback = {
  timeout: 15 * SECOND,
  waits: [4 * SECOND, 8 * SECOND, 16 * SECOND, 32 * SECOND],
} as const satisfies {
  timeout: number;
  waits: readonly number[];
};
/**
 * The request of an HTTP step: how long a slice awaits its answers, which may come later, the waits before the other
 * attempts, and how long after its time limit a request counts as lost with its process.
 */
export const httpRequest = {
  awaited: 6 * SECOND,
  waits: [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE],
  longestWait: HOUR,
  grace: 15 * SECOND,
} as const satisfies { awaited: number; waits: readonly number[]; longestWait: number; grace: number };

/**
 * Sending events to webhook endpoints: the time of one call, the waits before the other attempts as Standard Webhooks has them, by how
 * much a wait may be longer, so that what failed together does not come back together, and after how many failures in a row
 * an endpoint is sent a single event from time to time only.
 */
export const webhookCall = {
  timeout: 30 * SECOND,
  waits: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR],
  jitter: 0.1,
  longestWait: DAY,
  failuresToPause: 10,
  pause: 30 * SECOND,
} as const;

/** Dropping partitions and deleting expired rows: slow at worst, and it may as well run tomorrow. */
export const housekeeping = {
  startToCloseTimeout: 30 * MINUTE,
  heartbeatTimeout: MINUTE,
  retry: { initialInterval: MINUTE, backoffCoefficient: 2, maximumAttempts: 5 },
} as const;

/**
 * Firing the customers' schedules and looking for lost work, of one execution that never ends: until it succeeds, and not more often
 * than about once a second. A pass over lost work takes its time in portions.
 */
export const upkeep = {
  activities: {
    startToCloseTimeout: 10 * MINUTE,
    heartbeatTimeout: 30 * SECOND,
    retry: { initialInterval: 5 * SECOND, backoffCoefficient: 2, maximumInterval: MINUTE },
  },
  leastWait: SECOND,
  afterFailure: MINUTE,
} as const;

/** Looking for lost work, as unfinished imports, erasures and resumptions have it: after so long without progress. */
const PROGRESS = MINUTE;

/**
 * Bounds of one call of an activity, in milliseconds and rows. A call begins more for about as long as its `budget`, in portions of `together`
 * rows, each one statement or one transaction. What it takes is its own until the end of the `lease`, which is longer than the work takes.
 * `pause` is the shortest time between two looks, whatever the clocks of workers and database say; `progress`, after how long without any
 * the reconciler looks whether somebody works on it.
 */
export const bounds = {
  advance: { budget: 5 * SECOND, together: 500 },
  /** A lane: bytes that are leased at once at most, a pause that is waited for in the call, and deliveries that are counted for operators. */
  send: { budget: 30 * SECOND, leasedBytes: 4_000_000, shortPause: SECOND, counted: 10_000 },
  resumption: { budget: 20 * SECOND, together: 300, progress: PROGRESS },
  import: { budget: 20 * SECOND, progress: PROGRESS },
  /** `recordedWithin`: a call of the API is recorded so long after it was answered at the latest. */
  erasure: {
    budget: 20 * SECOND,
    progress: PROGRESS,
    pause: 500,
    recordedWithin: SECOND,
    runs: 200,
    events: 200,
    answers: 500,
    reports: 2_000,
    requests: 200,
  },
  /** Receipts that become due one after the other are asked about together: `gather` is between two calls, `pause` within one. */
  receipts: {
    budget: MINUTE,
    together: 5_000,
    lease: 2 * MINUTE,
    call: 30 * SECOND,
    gather: 30 * SECOND,
    pause: 50,
  },
  /** Events of one endpoint go together. `look` is how often endpoints are looked for while others are called, `ended` events of an inactive one. */
  webhooks: {
    budget: 45 * SECOND,
    together: 20,
    lease: webhookCall.timeout + 30 * SECOND,
    look: 500,
    pause: 50,
    ended: 1_000,
  },
  inboundMails: { budget: MINUTE, together: 20, lease: replyCallback.timeout + 30 * SECOND, pause: 250 },
  snoozed: { budget: MINUTE, together: 200, pause: 250 },
  /** `again`: when an event that Temporal has not taken is tried again. An occurrence that is later than `missed` is not fired. */
  schedules: { budget: 30 * SECOND, together: 20, again: 5 * SECOND, missed: 5 * MINUTE },
  /** `together` passes at once: each has a connection of the pool most of the time. */
  passes: { budget: 45 * SECOND, together: 4 },
  /** `integrations` are asked at once, each for one address after the other, with a `pace` below any limit that a vendor documents. */
  vendorLifts: { budget: 30 * SECOND, together: 200, lease: 2 * MINUTE, call: 20 * SECOND, integrations: 8, pace: 250 },
  counts: { budget: 20 * SECOND, environments: 10_000 },
} satisfies Record<string, Readonly<Record<string, number>>>;
