import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Client, NovuRequestHandler, type workflow } from "@novu/framework";

type Workflows = ReturnType<typeof workflow>[];

/** A request that a bridge got. */
export interface BridgeRequest {
  method: string;
  /** Of the query: `discover`, `execute` ... */
  action: string | null;
  stepId: string | null;
  headers: IncomingMessage["headers"];
  body: { payload?: unknown; controls?: unknown; state?: unknown; subscriber?: unknown };
}

/** The reference's own framework behind an http server, as customers run it. */
export interface TestBridge {
  url: string;
  /** In order. */
  requests: BridgeRequest[];
  /** Answers in place of the framework, which does where this returns false. */
  intercept: (request: BridgeRequest, response: ServerResponse) => boolean;
  /** Replaces the workflows, as a deployment does. */
  deploy(workflows: Workflows): void;
  close(): Promise<void>;
}

/** Starts a bridge that takes only requests which are signed with the key. */
export async function startBridge(secretKey: string, workflows: Workflows): Promise<TestBridge> {
  let handle = handlerFor(secretKey, workflows);
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const url = new URL(request.url ?? "", "http://bridge");
      const body = text === "" ? {} : JSON.parse(text);
      const query = { action: url.searchParams.get("action"), stepId: url.searchParams.get("stepId") };
      const received = { method: request.method ?? "", ...query, headers: request.headers, body };
      bridge.requests.push(received);
      if (!bridge.intercept(received, response)) void handle(received, url, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the bridge has no port");
  const bridge: TestBridge = {
    url: `http://127.0.0.1:${address.port}/api/novu`,
    requests: [],
    intercept: () => false,
    deploy: (deployed) => {
      handle = handlerFor(secretKey, deployed);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bridge;
}

function handlerFor(secretKey: string, workflows: Workflows) {
  return new NovuRequestHandler<[BridgeRequest, URL, ServerResponse], void>({
    frameworkName: "test",
    workflows,
    client: new Client({ secretKey, strictAuthentication: true }),
    handler: (request, url, response) => ({
      body: () => request.body,
      method: () => request.method,
      url: () => url,
      headers: (name) => {
        const value = request.headers[name];
        return Array.isArray(value) ? value[0] : value;
      },
      transformResponse: ({ status, headers, body }) => {
        response.writeHead(status, headers).end(body);
      },
    }),
  }).createHandler();
}
