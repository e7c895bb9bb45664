import postgres from "postgres";
import { z } from "zod";
import { createApi } from "../api.ts";
import { closedLoop } from "../closed-loop.ts";
import { startContestant } from "../contestant.ts";
import { type Customer, inboxToken, subscriberIdOf } from "../customer.ts";
import type { Stage } from "../stage.ts";
import { percentile } from "../statistics.ts";
import { type Figures, type Ground, type Measure, meterCpu } from "./measure.ts";

const READER = subscriberIdOf(0);

const Feed = z.object({ data: z.array(z.unknown()).length(10) });
const Count = z.object({ data: z.object({ count: z.int().min(1) }) });

/** (f) What an inbox asks when it opens, in an environment with many messages: the first page, and the unseen count. */
export async function measureFeedReads({ stage, customer, sizes }: Ground): Promise<Measure> {
  await storeMessages(stage, customer, sizes);
  const api = createApi(stage.url, `Bearer ${await inboxToken(customer, stage.url, READER)}`);

  const read = async (what: string, path: string, schema: z.ZodType): Promise<Figures> => {
    const cpu = meterCpu(stage.usage);
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
      await stage.settle();
      return {
        ...(await read("feed", "/widgets/notifications/feed?page=0&limit=10", Feed)),
        ...(await read("count", "/widgets/notifications/unseen?limit=100", Count)),
      };
    },
  };
}

/** Fills up what the other measures have left to the number wanted: first the reader's own, then everybody's. */
async function storeMessages(stage: Stage, customer: Customer, sizes: Ground["sizes"]): Promise<void> {
  const { scope, workflows } = customer;
  const stored = await countMessages(stage.databaseUrl, scope.environmentId);
  const writer = await startContestant("contestants/bare-rows.ts", stage.env);
  const store = (subscriberIds: string[]) =>
    writer.call("insert", { scope, workflow: workflows.inApp, subscriberIds }, z.unknown());
  await store(Array.from({ length: sizes.readerMessages }, () => READER));
  const missing = Math.max(0, sizes.storedMessages - stored - sizes.readerMessages);
  await store(Array.from({ length: missing }, (_, index) => subscriberIdOf(1 + (index % (sizes.subscribers - 1)))));
  await writer.stop();
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
