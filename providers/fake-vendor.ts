import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A local HTTP server that stands for a vendor in tests. `answer` answers the next requests. */
export interface FakeVendor {
  url: string;
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void;
  close(): void;
}

export async function startFakeVendor(): Promise<FakeVendor> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => vendor.answer(request, body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the fake vendor has no port");
  const vendor: FakeVendor = {
    url: `http://127.0.0.1:${address.port}`,
    answer: (_request, _body, response) => response.end(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return vendor;
}
