import { once } from "node:events";
import WebSocket from "ws";
import { z } from "zod";
import type { Cleanup } from "./cleanup.ts";
import type { Fixture } from "./fixture.ts";
import { inboxToken, type TestEnvironment } from "./test-environment.ts";

/** A subscriber's open inbox, as a browser holds one. */
export interface Inbox {
  /** Resolves when the event's message has arrived at the socket, with the moment (of performance.now). */
  arrival(transactionId: string): Promise<number>;
}

const ARRIVES_WITHIN_MS = 60_000;

const Frame = z.object({
  event: z.string(),
  data: z.object({ message: z.object({ transactionId: z.string() }).optional() }),
});

/** Opens a session of the subscriber and its socket, which the cleanup closes. */
export async function openInbox(
  fixture: Fixture,
  environment: TestEnvironment,
  subscriberId: string,
  cleanup: Cleanup,
): Promise<Inbox> {
  const token = await inboxToken(fixture, environment, subscriberId);
  const url = `${fixture.url.replace(/^http/, "ws")}/v1/inbox/socket?token=${encodeURIComponent(token)}`;
  const socket = new WebSocket(url, { perMessageDeflate: false });
  cleanup.defer(() => socket.close());
  // A connection that breaks shows by the messages that do not arrive.
  socket.on("error", () => {});
  const awaited = new Map<string, (moment: number) => void>();
  socket.on("message", (text) => {
    const moment = performance.now();
    const { data } = Frame.parse(JSON.parse(String(text)));
    if (data.message) awaited.get(data.message.transactionId)?.(moment);
  });
  await once(socket, "open");

  return {
    arrival: (transactionId) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          reject(new Error(`The message of ${transactionId} has not come within ${ARRIVES_WITHIN_MS / 1000} s`));
        }, ARRIVES_WITHIN_MS);
        awaited.set(transactionId, (moment) => {
          clearTimeout(late);
          awaited.delete(transactionId);
          resolve(moment);
        });
      }),
  };
}
