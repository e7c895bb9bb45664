import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "#db/client.ts";
import type { DeliveryOutcome } from "#db/queries/deliveries/delivery-outcome.ts";
import { recordOutcomes } from "#db/queries/deliveries/record-outcomes.ts";
import { classifySqlFailure } from "#db/sql-failure.ts";
import type { Clock } from "../run/decision-deps.ts";
import type { Outages } from "./outages.ts";
import type { Wakers } from "./wakers.ts";

const STORED_TOGETHER = 200;
const RECORD_PAUSE_MS = 100;
const RECORD_PAUSE_MAX_MS = 5_000;

/** Stores outcomes of sends as they come in: what comes while a statement is under way goes with the next one. */
export interface Recorder {
  /** Settles when the outcome is stored, also after the database was away. False when the lease had been lost. */
  record(outcome: DeliveryOutcome): Promise<boolean>;
  /** Settles when outcomes can be stored: at once, except while the database is away. */
  ready(): Promise<void>;
  flushed(): Promise<void>;
}

interface Waiting {
  outcome: DeliveryOutcome;
  settle(recorded: boolean): void;
}

interface RecorderDeps {
  db: Database;
  clock: Clock;
  logger: Logger;
  wakers: Wakers;
  outages: Pick<Outages, "refused">;
  /** Whether somebody awaits what becomes of the cohort's deliveries. */
  isAttended(cohortId: string): boolean;
}

export function createRecorder({ db, clock, logger, wakers, outages, isAttended }: RecorderDeps): Recorder {
  const waiting: Waiting[] = [];
  let storing: Promise<void> | null = null;
  let isStalled = false;
  let onReady: (() => void)[] = [];

  const store = async (): Promise<void> => {
    let pause = RECORD_PAUSE_MS;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, STORED_TOGETHER);
      try {
        await storeBatch(batch);
        waiting.splice(0, batch.length);
        pause = RECORD_PAUSE_MS;
        isStalled = false;
        for (const settle of onReady) settle();
        onReady = [];
      } catch (error) {
        // What has been sent is known here alone: it is kept until the database takes it.
        if (!isStalled) {
          isStalled = true;
          logger.warn({ err: error, outcomes: waiting.length }, "outcomes of sends cannot be stored, sending pauses");
        }
        await sleep(pause);
        pause = Math.min(pause * 2, RECORD_PAUSE_MAX_MS);
      }
    }
    storing = null;
  };

  const storeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const { recorded, webhooks, lanes, cohorts, refusedIntegrations } = await recordOutcomes(
        db,
        batch.map(({ outcome }) => outcome),
        clock(),
      );
      for (const scope of webhooks) wakers.webhooks(scope);
      for (const lane of lanes) wakers.lane(lane);
      for (const { integrationId, message } of refusedIntegrations) {
        outages.refused(integrationId, { class: "CREDENTIAL", message });
      }
      for (const cohort of cohorts) if (!isAttended(cohort.id)) wakers.cohort(cohort);
      for (const { outcome, settle } of batch) settle(recorded.has(outcome.delivery.id));
    } catch (error) {
      if (classifySqlFailure(error) !== "data") throw error;
      const [only, another] = batch;
      if (only && !another) {
        await storeBatch([{ ...only, outcome: withoutTexts(only.outcome) }]);
        return;
      }
      for (const one of batch) await storeBatch([one]);
    }
  };

  return {
    record(outcome) {
      return new Promise((settle) => {
        waiting.push({ outcome, settle });
        storing ??= store();
      });
    },
    ready: () => (isStalled ? new Promise((settle) => onReady.push(settle)) : Promise.resolve()),
    flushed: () => storing ?? Promise.resolve(),
  };
}

/** A vendor's words that Postgres refuses are left out; whether the message was sent is what counts. */
function withoutTexts(outcome: DeliveryOutcome): DeliveryOutcome {
  const { identifier: _identifier, errorText: _errorText, ...rest } = outcome;
  return { ...rest, detail: { ...outcome.detail, raw: { message: "The vendor's answer cannot be stored" } } };
}
