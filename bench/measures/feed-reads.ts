import { z } from "zod";
import { firstDifference } from "#api/answer-serializer.ts";
import { type Api, createApi } from "../api.ts";
import { withCleanup } from "../cleanup.ts";
import { closedLoop } from "../closed-loop.ts";
import { connectDatabase } from "../database.ts";
import type { Usage } from "../process-usage.ts";
import { percentile } from "../statistics.ts";
import { startSubprocess } from "../subprocess.ts";
import { inboxToken, subscriberIdOf } from "../test-environment.ts";
import { type Figures, type MeasureContext, type Round, startCpuMeter } from "./measure.ts";

const READER = subscriberIdOf(0);

const Page = z.object({ data: z.array(z.unknown()).length(10) });
const Count = z.object({ data: z.object({ count: z.int().min(1) }) });
const Listening = z.object({ url: z.string() });

interface Read {
  /** Name of its figures; those of its bare counterpart begin with `bare.`. */
  readonly what: string;
  readonly path: string;
  /** Refuses an answer that would cost less than it should, such as an empty page. */
  readonly answer: z.ZodType;
  readonly product: Api;
}

/**
 * (f) The requests of an inbox that opens, in an environment with many messages: the first page, and the unseen count; and
 * the list of all messages. Each beside a bare handler that answers the same.
 */
export async function measureFeedReads(context: MeasureContext): Promise<Round> {
  const { fixture, environment, sizes, cleanup } = context;
  await storeMessages(context);
  const inbox = createApi(fixture.url, `Bearer ${await inboxToken(fixture, environment, READER)}`);
  const subprocess = await startSubprocess("processes/bare-reads.ts", fixture.env, cleanup);
  const { environmentId } = environment.scope;
  const { signal } = cleanup;
  const { url } = await subprocess.call("listen", { environmentId, subscriberId: READER }, Listening);
  const bare = createApi(url);
  const reads: readonly Read[] = [
    { what: "feed", path: "/widgets/notifications/feed?page=0&limit=10", answer: Page, product: inbox },
    { what: "count", path: "/widgets/notifications/unseen?limit=100", answer: Count, product: inbox },
    { what: "list", path: "/messages?page=0&limit=10", answer: Page, product: environment.api },
  ];
  // Inboxes of other measures that were closed just now are still being recorded.
  await fixture.waitUntilIdle();
  for (const read of reads) await requireSameAnswer(read, bare);

  const measure = async <Name extends string>(
    prefix: string,
    { path, answer }: Read,
    api: Api,
    usage: () => Record<Name, Usage>,
  ): Promise<Figures> => {
    await fixture.waitUntilIdle();
    const cpu = startCpuMeter(usage);
    const { seconds, results } = await closedLoop(
      { tasks: sizes.reads, inFlight: sizes.inFlight, signal },
      async () => {
        const start = performance.now();
        answer.parse(await api.get(path));
        return performance.now() - start;
      },
    );
    return {
      ...cpu(sizes.reads, prefix),
      [`${prefix}.rate`]: sizes.reads / seconds,
      [`${prefix}.p50`]: percentile(results, 0.5),
      [`${prefix}.p99`]: percentile(results, 0.99),
    };
  };
  const productUsage = () => {
    const { belfry, postgres } = fixture.usage();
    return { server: belfry, postgres };
  };
  const bareUsage = () => ({ server: subprocess.usage(), postgres: fixture.usage().postgres });

  return async () => {
    const figures: Figures = {};
    for (const read of reads) {
      Object.assign(
        figures,
        await measure(`bare.${read.what}`, read, bare, bareUsage),
        await measure(read.what, read, read.product, productUsage),
      );
    }
    return figures;
  };
}

/** Throws unless product and bare handler give the same answer, so that their rates can be compared. */
async function requireSameAnswer({ what, path, product }: Read, bare: Api): Promise<void> {
  const [ours, theirs] = [await product.get(path), await bare.get(path)];
  const field = firstDifference(ours, theirs);
  if (field === undefined) return;
  throw new Error(`The bare ${what} answers another ${field} than the product: see bench/processes/bare-reads.ts`);
}

/** Adds messages to those of the other measures up to the number wanted: first the reader's, then everybody's. */
async function storeMessages({ fixture, environment, sizes }: MeasureContext): Promise<void> {
  const { scope, workflows } = environment;
  await withCleanup(async (cleanup) => {
    const [stored] = await connectDatabase(fixture, cleanup)<{ count: number }[]>`
      select count(*)::int as count from messages where environment_id = ${scope.environmentId}`;
    const subprocess = await startSubprocess("processes/bare-rows.ts", fixture.env, cleanup);
    const store = (subscriberIds: string[]) =>
      subprocess.call("insert", { scope, workflow: workflows.inApp, subscriberIds }, z.unknown());
    await store(Array.from({ length: sizes.readerMessages }, () => READER));
    const missing = Math.max(0, sizes.storedMessages - (stored?.count ?? 0) - sizes.readerMessages);
    await store(Array.from({ length: missing }, (_, index) => subscriberIdOf(1 + (index % (sizes.subscribers - 1)))));
  });
}
