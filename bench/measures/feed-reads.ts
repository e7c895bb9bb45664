import postgres from "postgres";
import { z } from "zod";
import { createApi } from "../api.ts";
import { closedLoop } from "../closed-loop.ts";
import { percentile } from "../statistics.ts";
import { startSubprocess } from "../subprocess.ts";
import { inboxToken, subscriberIdOf } from "../test-environment.ts";
import { type Figures, type Measure, type MeasureContext, startCpuMeter } from "./measure.ts";

const READER = subscriberIdOf(0);

const Feed = z.object({ data: z.array(z.unknown()).length(10) });
const Count = z.object({ data: z.object({ count: z.int().min(1) }) });

/** (f) The requests of an inbox that opens, in an environment with many messages: the first page, and the unseen count. */
export async function measureFeedReads(context: MeasureContext): Promise<Measure> {
  const { fixture, environment, sizes } = context;
  await storeMessages(context);
  const api = createApi(fixture.url, `Bearer ${await inboxToken(fixture, environment, READER)}`);

  const read = async (what: string, path: string, schema: z.ZodType): Promise<Figures> => {
    const cpu = startCpuMeter(fixture.usage);
    const { seconds, results } = await closedLoop({ tasks: sizes.reads, inFlight: sizes.inFlight }, async () => {
      const start = performance.now();
      schema.parse(await api.get(path));
      return performance.now() - start;
    });
    return {
      ...cpu(sizes.reads, what),
      [`${what}.rate`]: sizes.reads / seconds,
      [`${what}.p50`]: percentile(results, 0.5),
      [`${what}.p99`]: percentile(results, 0.99),
    };
  };
  return {
    name: "f: feed reads",
    async round() {
      await fixture.waitUntilIdle();
      return {
        ...(await read("feed", "/widgets/notifications/feed?page=0&limit=10", Feed)),
        ...(await read("count", "/widgets/notifications/unseen?limit=100", Count)),
      };
    },
  };
}

/** Adds messages to those of the other measures up to the number wanted: first the reader's, then everybody's. */
async function storeMessages({ fixture, environment, sizes }: MeasureContext): Promise<void> {
  const { scope, workflows } = environment;
  const stored = await countMessages(fixture.databaseUrl, scope.environmentId);
  const subprocess = await startSubprocess("processes/bare-rows.ts", fixture.env);
  const store = (subscriberIds: string[]) =>
    subprocess.call("insert", { scope, workflow: workflows.inApp, subscriberIds }, z.unknown());
  await store(Array.from({ length: sizes.readerMessages }, () => READER));
  const missing = Math.max(0, sizes.storedMessages - stored - sizes.readerMessages);
  await store(Array.from({ length: missing }, (_, index) => subscriberIdOf(1 + (index % (sizes.subscribers - 1)))));
  await subprocess.stop();
}

async function countMessages(databaseUrl: string, environmentId: string): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from messages where environment_id = ${environmentId}`;
    return row?.count ?? 0;
  } finally {
    await sql.end();
  }
}
