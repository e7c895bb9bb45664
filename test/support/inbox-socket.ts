import type { FastifyInstance } from "fastify";
import { WebSocket } from "ws";
import { InboxSocketFrame } from "#contract/inbox/widgets.ts";

/** Opens an inbox socket as our inbox does, on an app that listens; with `inAddress`, as published clients do. */
export async function openInboxSocket(
  app: Pick<FastifyInstance, "listeningOrigin">,
  token: string,
  { inAddress = false } = {},
) {
  const origin = app.listeningOrigin.replace(/^http/, "ws");
  const socket = new WebSocket(`${origin}/v1/inbox/socket${inAddress ? `?token=${token}` : ""}`);
  if (!inAddress) socket.once("open", () => socket.send(JSON.stringify({ token })));
  const frames: InboxSocketFrame[] = [];
  let wake = () => {};
  const joined = new Promise<void>((resolve) => {
    socket.on("message", (data) => {
      const frame = InboxSocketFrame.parse(JSON.parse(String(data)));
      if (frame.event === "joined") return resolve();
      frames.push(frame);
      wake();
    });
  });
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));

  return {
    closed,
    /** Resolves once the server has confirmed that the socket receives events. */
    joined,
    /** The next frames but that confirmation, taken out of line; waits until there are so many. */
    async next(count: number): Promise<InboxSocketFrame[]> {
      while (frames.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return frames.splice(0, count);
    },
    /** Frames that have arrived and were not taken. */
    waiting: () => frames.map(({ event }) => event),
    close: () => socket.close(),
  };
}
