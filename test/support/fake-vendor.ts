import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A local HTTP server that stands for a vendor in tests. `answer` answers the next requests. */
export interface FakeVendor {
  url: string;
  answer: (request: IncomingMessage, body: string, response: ServerResponse, bytes: Buffer) => void;
  close(): void;
}

export async function startFakeVendor(): Promise<FakeVendor> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      vendor.answer(request, bytes.toString("utf8"), response, bytes);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const vendor: FakeVendor = {
    // It listens at a port, so that its address is none of a pipe.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (_request, _body, response) => response.end(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return vendor;
}
