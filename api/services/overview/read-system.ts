import type { FastifyBaseLogger } from "fastify";
import type { SystemState } from "#contract/accounts/system.ts";
import type { Database } from "#db/client.ts";
import { readMigrationState } from "#db/migration-state.ts";
import { readLanes, readProcesses } from "#db/queries/lanes/system-state.ts";
import type { Engine } from "#engine/client.ts";

/** A part that has not answered by then is not waited for. */
const TIMEOUT_MS = 2_000;

export interface SystemServices {
  db: Database;
  engine: Pick<Engine, "describeQueues">;
  serviceAddresses: SystemState["addresses"];
  log: Pick<FastifyBaseLogger, "warn">;
}

type Unknown = { isKnown: false; problem: string };

/** Asks all parts of the installation at once. One that fails, or does not answer, keeps none of the others back. */
export async function readSystem(
  { db, engine, serviceAddresses: addresses, log }: SystemServices,
  organizationId: string,
  timeoutMs = TIMEOUT_MS,
): Promise<SystemState> {
  const asked = async <T extends object>(
    name: string,
    read: () => Promise<T>,
  ): Promise<({ isKnown: true } & T) | Unknown> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Unknown>((resolve) => {
      const problem = `No answer within ${timeoutMs / 1000} s`;
      timer = setTimeout(() => resolve({ isKnown: false, problem }), timeoutMs);
    });
    const answer = (async () => ({ isKnown: true as const, ...(await read()) }))().catch((err: unknown): Unknown => {
      // Errors may name hosts and users: the log has them.
      log.warn({ err }, `the ${name} of the installation could not be read`);
      return { isKnown: false, problem: "It could not be read: the log of the API says why" };
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  };
  const [queues, lanes, processes, migrations] = await Promise.all([
    asked("queues", async () => ({ queues: await engine.describeQueues(timeoutMs) })),
    asked("lanes", async () => ({ lanes: await readLanes(db, organizationId) })),
    asked("processes", async () => ({ processes: await readProcesses(db) })),
    asked("migrations", () => readMigrationState(db)),
  ]);
  return { addresses, queues, lanes, processes, migrations };
}
