import { type Health, healthOperations } from "#contract/health.ts";
import { ping } from "#db/ping.ts";
import type { AccountMailer } from "#providers/account-mailer.ts";
import { handlers } from "../../handlers.ts";

/** A dependency that has not answered by then is as good as down. */
const TIMEOUT_MS = 2_000;

/** For so long the state of the sockets is known: a check sends a notification, which costs all that commit at the moment. */
const SOCKETS_KNOWN_MS = 3_000;

type DependencyStatus = Health["dependencies"]["database"];

/** Whether Belfry can work, for load balancers and the dashboard's footer. */
export const healthRoutes = handlers(healthOperations, (app) => {
  const failed = (name: string) => (err: unknown) => app.log.warn({ err }, `the ${name} does not answer`);
  const sockets = rarely(() => statusOf(app.checkRealtime, failed("listener of inboxes")), SOCKETS_KNOWN_MS);
  return {
    getHealth: async (_request, reply) => {
      const [database, temporal, realtime] = await Promise.all([
        statusOf(() => ping(app.db), failed("database")),
        statusOf(() => app.engine.check(), failed("engine")),
        sockets(),
      ]);
      const isUp = database.status === "up" && temporal.status === "up";
      const dependencies = { database, temporal, sockets: realtime, ...(app.mailer && { mail: mailOf(app.mailer) }) };
      return reply.code(isUp ? 200 : 503).send({
        data: { status: isUp ? "ok" : "error", version: app.productVersion, dependencies },
      });
    },
  };
});

/** The caller learns no more of the server than of other dependencies. */
const mailOf = (mailer: AccountMailer): DependencyStatus =>
  mailer.failure() === null ? { status: "up" } : { status: "down", message: "Mails to members cannot be sent" };

/** Repeats the latest result until it is so old. Calls that come together share one. */
function rarely<T>(read: () => Promise<T>, milliseconds: number): () => Promise<T> {
  let latest: { result: Promise<T>; at: number } | undefined;
  return () => {
    if (!latest || performance.now() - latest.at > milliseconds) latest = { result: read(), at: performance.now() };
    return latest.result;
  };
}

/** The caller learns that something is down, the log learns why: errors may name hosts and users. */
async function statusOf(
  check: (signal: AbortSignal) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Promise<DependencyStatus> {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<DependencyStatus>((resolve) => {
    timer = setTimeout(() => {
      resolve({ status: "down", message: `No answer within ${TIMEOUT_MS} ms` });
      ended.abort(new Error(`No answer within ${TIMEOUT_MS} ms`));
    }, TIMEOUT_MS);
  });
  const answer = check(ended.signal).then(
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
