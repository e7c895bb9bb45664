import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Database } from "#db/client.ts";
import { endOutage, endProblem, noteOutage, noteProblem } from "#db/queries/integrations/outages.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { Clock } from "../run/decision-deps.ts";

/** A problem is noted again after so long, so that many messages which fail for it cost little. */
const NOTED_AGAIN_MS = 10_000;
/** Also a problem that another process has noted is over once messages are taken: looked after so seldom. */
const ENDED_AGAIN_MS = 60_000;
const KNOWN_INTEGRATIONS = 1_000;

/** Notes outages and problems of integrations for the other processes. Nothing waits for it, and what fails is logged only. */
export interface Outages {
  note(integrationId: string, retryAt: Date, error: unknown): void;
  end(integrationId: string): void;
  /** The vendor refuses the integration, whatever is sent: its credentials, its account or its set-up. It is tried with each message. */
  refused(integrationId: string, error: { class: ProviderError["class"]; message: string }): void;
  /** The vendor has taken a message. `mayRefuseLater`: which says nothing yet about a problem that its reports or receipts have named. */
  accepted(integrationId: string, mayRefuseLater?: boolean): void;
}

/** The row is a hint to those who decide: without it, each process finds out by itself. */
export function createOutages({ db, clock, logger }: { db: Database; clock: Clock; logger: Logger }): Outages {
  const attempt = (integrationId: string, work: Promise<void>) =>
    void work.catch((err: unknown) => logger.warn({ err, integrationId }, "the outage of an integration is not noted"));
  /** Problems that were noted here, by what was said, and when. */
  const noted = new LRUCache<string, { message: string; at: number }>({ max: KNOWN_INTEGRATIONS });
  /** When it was last looked whether a problem is over. */
  const looked = new LRUCache<string, number>({ max: KNOWN_INTEGRATIONS });
  return {
    refused(integrationId, { class: errorClass, message }) {
      const now = clock();
      const known = noted.get(integrationId);
      if (known?.message === message && now.getTime() - known.at < NOTED_AGAIN_MS) return;
      noted.set(integrationId, { message, at: now.getTime() });
      logger.warn({ integrationId, errorClass, reason: message }, "an integration is refused by its vendor");
      attempt(integrationId, noteProblem(db, integrationId, { errorClass, message, now }));
    },
    accepted(integrationId, mayRefuseLater = false) {
      const now = clock().getTime();
      const isDue = now - (looked.get(integrationId) ?? now) >= ENDED_AGAIN_MS;
      if (isDue || !looked.has(integrationId)) looked.set(integrationId, now);
      if (noted.delete(integrationId) || (isDue && !mayRefuseLater))
        attempt(integrationId, endProblem(db, integrationId));
    },
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
