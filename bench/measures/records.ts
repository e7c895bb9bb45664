import { z } from "zod";
import { type Api, createApi } from "../api.ts";
import { closedLoop } from "../closed-loop.ts";
import type { Usage } from "../process-usage.ts";
import { percentile } from "../statistics.ts";
import { startSubprocess } from "../subprocess.ts";
import { subscriberIdOf } from "../test-environment.ts";
import { type Figures, type MeasureContext, type Round, startCpuMeter } from "./measure.ts";

const Listening = z.object({ url: z.string() });
const Subscriber = z.object({ data: z.object({ _id: z.string(), subscriberId: z.string(), firstName: z.string() }) });
const Topic = z.object({ data: z.object({ _id: z.string(), key: z.string() }) });

interface RecordCall {
  /** Name of its figures; those of its bare counterpart begin with `bare.`. */
  readonly what: string;
  /** Calls that one run makes. */
  readonly calls: number;
  run(api: Api, index: number): Promise<void>;
}

/** (l) Reads, changes, creates and deletes of single records, each beside a bare handler that stores the same rows. */
export async function measureRecords({ fixture, environment, sizes, cleanup }: MeasureContext): Promise<Round> {
  const subprocess = await startSubprocess("processes/bare-records.ts", fixture.env, cleanup);
  const { url } = await subprocess.call("listen", environment.scope, Listening);
  const bare = createApi(url);
  const someone = (index: number) => subscriberIdOf(index % sizes.subscribers);
  const calls: readonly RecordCall[] = [
    {
      what: "get",
      calls: 1,
      run: async (api, index) => void Subscriber.parse(await api.get(`/subscribers/${someone(index)}`)),
    },
    {
      what: "update",
      calls: 1,
      run: async (api, index) => {
        const change = { firstName: `Ada ${index}`, data: { orders: index } };
        Subscriber.parse(await api.put(`/subscribers/${someone(index)}`, change));
      },
    },
    {
      what: "create",
      calls: 2,
      run: async (api, index) => {
        const key = `topic-${index}`;
        Topic.parse(await api.post("/topics", { key, name: `Topic ${index}` }));
        await api.delete(`/topics/${key}`);
      },
    },
  ];

  const measure = async <Name extends string>(
    prefix: string,
    { calls, run }: RecordCall,
    api: Api,
    usage: () => Record<Name, Usage>,
  ): Promise<Figures> => {
    await fixture.waitUntilIdle();
    const cpu = startCpuMeter(usage);
    let index = 0;
    const { seconds, results } = await closedLoop(
      { tasks: sizes.recordCalls, inFlight: sizes.inFlight, signal: cleanup.signal },
      async () => {
        const start = performance.now();
        await run(api, index++);
        return performance.now() - start;
      },
    );
    return {
      ...cpu(calls * sizes.recordCalls, prefix),
      [`${prefix}.rate`]: (calls * sizes.recordCalls) / seconds,
      [`${prefix}.p50`]: percentile(results, 0.5) / calls,
      [`${prefix}.p99`]: percentile(results, 0.99) / calls,
    };
  };
  const productUsage = () => {
    const { belfry, postgres } = fixture.usage();
    return { server: belfry, postgres };
  };
  const bareUsage = () => ({ server: subprocess.usage(), postgres: fixture.usage().postgres });

  return async () => {
    const figures: Figures = {};
    for (const call of calls) {
      Object.assign(
        figures,
        await measure(`bare.${call.what}`, call, bare, bareUsage),
        await measure(call.what, call, environment.api, productUsage),
      );
    }
    figures["bare.records.rate"] = rateTogether(figures, "bare.");
    figures["records.rate"] = rateTogether(figures);
    return figures;
  };
}

/** Calls per second where creates, reads, changes and deletes are equally frequent. */
function rateTogether(figures: Figures, prefix = ""): number {
  // Creates and deletes are measured as one.
  const shares = { get: 1, update: 1, create: 2 };
  const seconds = Object.entries(shares).reduce(
    (sum, [what, share]) => sum + share / (figures[`${prefix}${what}.rate`] ?? Number.NaN),
    0,
  );
  return 4 / seconds;
}
