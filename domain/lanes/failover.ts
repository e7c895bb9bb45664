/** `providers/provider-error.ts` says what each means. PERMANENT and TOKEN are about the recipient. */
export type ErrorClass = "RETRY" | "PERMANENT" | "CREDENTIAL" | "FUNDS" | "TOKEN";

/** An integration that a message can be sent through. */
export interface FailoverOption {
  integrationId: string;
  providerId: string;
  /** Sends through it that were begun. */
  attempts: number;
  /** It will not send this message: its credentials were refused, its funds are gone, or its attempts are used up. */
  isOut?: true;
  /** Not before this moment, in ISO 8601: it has failed, or its circuit is open. */
  notBefore?: string;
  /** The message as its adapter takes it, where that differs between the options. */
  request?: Record<string, unknown>;
}

/** Integrations that a message can be sent through, in the order in which they are tried. */
export interface Failover {
  options: FailoverOption[];
  /** The current one is tried again after it had failed for others; see `integration_outages`. */
  isProbe?: true;
  /** When it failed first, in ISO 8601: for so long it is tried, by whatever integration. */
  since?: string;
}

/** A failed send, as far as it decides what comes next. */
export interface FailedSend {
  class: ErrorClass;
  /** False when the circuit was open. */
  isBegun: boolean;
  /** Whether the vendor may have taken the message nevertheless. */
  isUncertain: boolean;
  /** Milliseconds until the integration is tried again; undefined when its attempts are used up. */
  waitMs: number | undefined;
}

/** The next attempt of a message that could not be sent; `failover` is what is to be stored with it. */
export interface NextAttempt {
  option: FailoverOption;
  dueAt: Date;
  failover: Failover;
}

/** The integration whose turn it was. */
interface Tried {
  integrationId: string;
  /** Its vendor may have taken the message: another one would send it twice. */
  isBound: boolean;
}

/** Whether another integration may be tried. */
export const hasNext = ({ failover, integrationId, isBound }: Tried & { failover: Failover | null }): boolean =>
  failover !== null &&
  !isBound &&
  failover.options.some((option) => option.integrationId !== integrationId && !option.isOut);

/**
 * Returns how a message goes on that an integration could not send: through the same one after a while, through the next one
 * at once, or, when all have failed, through the one that may be tried first again. Undefined when nothing is left to try,
 * and for what is the recipient's fault. `attempts` counts the sends through this integration, with this one; after
 * `attemptsBeforeNext` of them the others have their turn.
 */
export function nextAttempt(
  failover: Failover,
  { integrationId, isBound: wasBound, attempts }: Tried & { attempts: number },
  failed: FailedSend,
  { now, attemptsBeforeNext }: { now: Date; attemptsBeforeNext: number },
): NextAttempt | undefined {
  if (failed.class === "PERMANENT" || failed.class === "TOKEN") return undefined;
  const isBound = wasBound || failed.isUncertain;
  const canRetry = failed.class === "RETRY" && failed.waitMs !== undefined;
  const notBefore = new Date(now.getTime() + (failed.waitMs ?? 0)).toISOString();
  const options = failover.options.map((option): FailoverOption => {
    if (option.integrationId !== integrationId) return option;
    return { ...option, attempts, ...(canRetry ? { notBefore } : { isOut: true }) };
  });
  const { isProbe: _probe, ...rest } = failover;
  const since = failover.since ?? now.toISOString();
  const after: Failover = { ...rest, options, since };
  const toOption = (option: FailoverOption): NextAttempt => ({
    option,
    dueAt: new Date(Math.max(new Date(option.notBefore ?? 0).getTime(), now.getTime())),
    failover: after,
  });
  const alive = options.filter((option) => !option.isOut);
  const own = alive.find((option) => option.integrationId === integrationId);
  if (isBound) return own && toOption(own);
  const isTurnOver = !own || failover.isProbe || !failed.isBegun || attempts >= attemptsBeforeNext;
  if (!isTurnOver) return toOption(own);
  const others = alive
    .filter((option) => option.integrationId !== integrationId)
    .sort((a, b) => a.attempts - b.attempts);
  const ready = others.find((option) => option.notBefore === undefined || new Date(option.notBefore) <= now);
  if (ready) return toOption(ready);
  const [soonest] = alive.map(toOption).sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  return soonest;
}
