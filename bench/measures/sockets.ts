import { once } from "node:events";
import { io } from "socket.io-client";
import WebSocket from "ws";
import { z } from "zod";
import { type Cleanup, withCleanup } from "../cleanup.ts";
import { percentile } from "../statistics.ts";
import { createTestEnvironment, inboxToken, subscriberIdOf } from "../test-environment.ts";
import { startBroadcast } from "./broadcast.ts";
import { type Figures, type MeasureContext, type Round, startCpuMeter } from "./measure.ts";

const KINDS = ["plain", "socketIo"] as const;
type Kind = (typeof KINDS)[number];

/** Sessions and sockets that are opened at the same time. */
const OPENED_TOGETHER = 20;
const ARRIVES_WITHIN_MS = 60_000;

const Frame = z.object({ event: z.string(), data: z.unknown() });
const Received = z.object({ message: z.object({ transactionId: z.string() }) });

/** (k) A broadcast in-app while all of its subscribers have an inbox open, until the message is at every socket; of both kinds in turn. */
export async function measureSockets({ fixture, sizes }: MeasureContext): Promise<Round> {
  const organization = { organization: "Sockets", subscribers: sizes.openInboxes };
  const environment = await createTestEnvironment(fixture, organization);
  const tokens = await inBatches(sizes.openInboxes, (index) => inboxToken(fixture, environment, subscriberIdOf(index)));

  const measure = (kind: Kind): Promise<Figures> =>
    withCleanup(async (cleanup) => {
      const arrivals = createArrivals(tokens.length);
      await inBatches(tokens.length, (index) =>
        open[kind](fixture.url, tokens[index] ?? "", (transactionId) => arrivals.note(transactionId), cleanup),
      );
      await fixture.waitUntilIdle();
      const cpu = startCpuMeter(fixture.usage);
      const latencies: number[] = [];
      let seconds = 0;
      for (let time = 0; time < sizes.fanOuts; time++) {
        const start = performance.now();
        const moments = await arrivals.of(await startBroadcast(environment, environment.workflows.inApp));
        latencies.push(...moments.map((moment) => moment - start));
        seconds += (Math.max(...moments) - start) / 1000;
      }
      const deliveries = sizes.fanOuts * tokens.length;
      return {
        ...cpu(deliveries, `sockets.${kind}`),
        [`sockets.${kind}.rate`]: deliveries / seconds,
        [`sockets.${kind}.p50`]: percentile(latencies, 0.5),
        [`sockets.${kind}.p99`]: percentile(latencies, 0.99),
      };
    });

  return async () => {
    const figures: Figures = {};
    for (const kind of KINDS) Object.assign(figures, await measure(kind));
    return figures;
  };
}

/** Opens a socket, which the cleanup closes. */
type OpenInbox = (
  origin: string,
  token: string,
  received: (transactionId: string) => void,
  cleanup: Cleanup,
) => Promise<void>;

const open: Readonly<Record<Kind, OpenInbox>> = {
  async plain(origin, token, received, cleanup) {
    const url = `${origin.replace(/^http/, "ws")}/v1/inbox/socket?token=${encodeURIComponent(token)}`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    cleanup.defer(() => socket.close());
    // A connection that breaks shows by the messages that do not arrive.
    socket.on("error", () => {});
    socket.on("message", (text) => {
      const { event, data } = Frame.parse(JSON.parse(String(text)));
      if (event === "notification_received") received(Received.parse(data).message.transactionId);
    });
    await once(socket, "open");
  },
  async socketIo(origin, token, received, cleanup) {
    const socket = io(origin, { transports: ["websocket"], auth: { token }, forceNew: true, reconnection: false });
    cleanup.defer(() => socket.disconnect());
    socket.on("notification_received", (data: unknown) => received(Received.parse(data).message.transactionId));
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("connect_error", reject);
    });
  },
};

/** Collects the moments (of performance.now) at which each of the sockets got an event's message. */
function createArrivals(sockets: number) {
  const moments = new Map<string, number[]>();
  const waiting = new Map<string, (moments: number[]) => void>();
  return {
    note(transactionId: string): void {
      const noted = moments.get(transactionId) ?? [];
      moments.set(transactionId, noted);
      noted.push(performance.now());
      if (noted.length === sockets) waiting.get(transactionId)?.(noted);
    },
    of(transactionId: string): Promise<number[]> {
      const noted = moments.get(transactionId);
      if (noted?.length === sockets) return Promise.resolve(noted);
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          const arrived = moments.get(transactionId)?.length ?? 0;
          reject(new Error(`${arrived} of ${sockets} sockets got the message within ${ARRIVES_WITHIN_MS / 1000} s`));
        }, ARRIVES_WITHIN_MS);
        waiting.set(transactionId, (all) => {
          clearTimeout(late);
          resolve(all);
        });
      });
    },
  };
}

/** Makes so many of something, some at the same time, in order. */
async function inBatches<Made>(count: number, make: (index: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let from = 0; from < count; from += OPENED_TOGETHER) {
    const length = Math.min(OPENED_TOGETHER, count - from);
    made.push(...(await Promise.all(Array.from({ length }, (_, index) => make(from + index)))));
  }
  return made;
}
