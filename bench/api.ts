import { Agent, request as httpRequest } from "node:http";

/** A client of the API, over connections that stay open. */
export interface Api {
  get(path: string): Promise<unknown>;
  post(path: string, body?: unknown): Promise<unknown>;
  put(path: string, body: unknown): Promise<unknown>;
  /** For calls that are answered without a body. */
  delete(path: string): Promise<unknown>;
}

/** A call that nothing happens to for so long fails. */
const SILENCE_MS = 60_000;

/** @param authorization the header's value. Calls throw when the answer is no success. */
export function createApi(origin: string, authorization?: string, version: "/v1" | "/v2" = "/v1"): Api {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  // node:http and not fetch, because it uses less CPU and the load generator shares the machine with the servers.
  const call = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(authorization !== undefined && { authorization }),
        ...(payload !== undefined && {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(payload),
        }),
      };
      const request = httpRequest(
        `${origin}${version}${path}`,
        { method, agent, headers, timeout: SILENCE_MS },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on("data", (chunk: Buffer) => chunks.push(chunk));
          reply.on("error", reject);
          reply.on("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            if (reply.statusCode !== undefined && reply.statusCode < 300)
              return resolve(text === "" ? null : JSON.parse(text));
            reject(new Error(`${method} ${path} answered ${reply.statusCode}: ${text.slice(0, 500)}`));
          });
        },
      );
      request.on("error", reject);
      request.on("timeout", () =>
        request.destroy(new Error(`${method} ${path} was not answered within ${SILENCE_MS / 1000} s`)),
      );
      request.end(payload);
    });
  return {
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body),
    put: (path, body) => call("PUT", path, body),
    delete: (path) => call("DELETE", path),
  };
}
