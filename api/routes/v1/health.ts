import { type Health, healthOperations } from "#contract/health.ts";
import { ping } from "#db/ping.ts";
import { handlers } from "../../handlers.ts";

/** A dependency that has not answered by then is as good as down. */
const TIMEOUT_MS = 2_000;

type DependencyStatus = Health["dependencies"]["database"];

/** Whether Belfry can work, for load balancers and the dashboard's footer. */
export const healthRoutes = handlers(healthOperations, (app) => ({
  getHealth: async (request, reply) => {
    const failed = (name: string) => (err: unknown) => request.log.warn({ err }, `the ${name} does not answer`);
    const [database, temporal] = await Promise.all([
      statusOf(() => ping(app.db), failed("database")),
      statusOf(() => app.engine.check(), failed("engine")),
    ]);
    const isUp = database.status === "up" && temporal.status === "up";
    return reply.code(isUp ? 200 : 503).send({
      data: { status: isUp ? "ok" : "error", version: app.productVersion, dependencies: { database, temporal } },
    });
  },
}));

/** The caller learns that something is down, the log learns why: errors may name hosts and users. */
async function statusOf(check: () => Promise<unknown>, onFailure: (error: unknown) => void): Promise<DependencyStatus> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<DependencyStatus>((resolve) => {
    timer = setTimeout(() => resolve({ status: "down", message: `No answer within ${TIMEOUT_MS} ms` }), TIMEOUT_MS);
  });
  const answer = check().then(
    (): DependencyStatus => ({ status: "up" }),
    (error: unknown): DependencyStatus => {
      onFailure(error);
      return { status: "down", message: "Not reachable" };
    },
  );
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
