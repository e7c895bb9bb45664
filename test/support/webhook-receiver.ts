import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** A call of the receiver. `body` is the text as it came. */
interface ReceivedWebhook {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface ReceiverAnswer {
  status: number;
  headers?: Record<string, string>;
  text?: string;
}

/** A customer's server that is sent events. `answer` decides what it answers, or that it takes its time. */
export async function startWebhookReceiver(
  answer: (webhook: ReceivedWebhook) => ReceiverAnswer | Promise<ReceiverAnswer>,
) {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", async () => {
      const webhook = {
        path: request.url ?? "",
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        body: Buffer.concat(parts).toString(),
      };
      received.push(webhook);
      const { status, headers = {}, text = "" } = await answer(webhook);
      response.writeHead(status, headers).end(text);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    received,
    urlOf: (path: string) => `http://127.0.0.1:${port}/${path}`,
    /** Verifies the signatures of what was received at a path, and returns it parsed; throws for a wrong one. */
    verified: (path: string, secret: string) =>
      received
        .filter((webhook) => webhook.path === `/${path}`)
        .map(({ headers, body }) => new Webhook(secret).verify(body, headers) as Record<string, unknown>),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
