import type { Logger } from "pino";
import type { Database } from "#db/client.ts";
import { endOutage, noteOutage } from "#db/queries/integrations/outages.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { Clock } from "../deps.ts";

/** Notes outages of integrations for the other processes. Nothing waits for it, and what fails is logged only. */
export interface Outages {
  note(integrationId: string, retryAt: Date, error: unknown): void;
  end(integrationId: string): void;
}

/** The row is a hint to those who decide: without it, each process finds out by itself. */
export function createOutages({ db, clock, logger }: { db: Database; clock: Clock; logger: Logger }): Outages {
  const attempt = (integrationId: string, work: Promise<void>) =>
    void work.catch((err: unknown) => logger.warn({ err, integrationId }, "the outage of an integration is not noted"));
  return {
    note(integrationId, retryAt, error) {
      const isKnown = error instanceof ProviderError;
      const errorClass = isKnown ? error.class : "RETRY";
      const message = isKnown ? error.message : "Sending failed unexpectedly";
      logger.warn(
        { integrationId, retryAt, errorClass },
        "an integration fails repeatedly and is left alone for a while",
      );
      attempt(integrationId, noteOutage(db, integrationId, { errorClass, message, retryAt, now: clock() }));
    },
    end(integrationId) {
      attempt(integrationId, endOutage(db, integrationId));
    },
  };
}
