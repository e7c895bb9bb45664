import { once } from "node:events";
import { createServer, request as forward } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** An HTTP proxy on a loopback port that notes what it is asked for. */
export interface RecordingProxy {
  url: string;
  /** `CONNECT host:port`, or the method and the whole address of a request without a tunnel. */
  requests: string[];
  /** The `Proxy-Authorization` of each of them. */
  authorizations: (string | undefined)[];
  /** The local ports of its connections to the target, by which the target recognises them. */
  ports: Set<number>;
  /** Answers the next requests with this status instead of serving them. */
  refuseWith?: number;
  close(): void;
}

/** Leads every request to the port on this machine, whatever host it names. */
export async function startRecordingProxy(targetPort: number): Promise<RecordingProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    note(`${request.method} ${request.url}`, request.headers["proxy-authorization"]);
    if (proxy.refuseWith !== undefined) {
      response.writeHead(proxy.refuseWith).end();
      return;
    }
    const { pathname } = new URL(request.url ?? "", "http://none");
    const onward = forward({ port: targetPort, host: "127.0.0.1", path: pathname, method: request.method ?? "GET" });
    onward.on("socket", (socket) => socket.once("connect", () => proxy.ports.add(socket.localPort ?? 0)));
    onward.on("response", (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers)));
    request.pipe(onward);
  });
  server.on("connect", (request, client: Socket) => {
    note(`CONNECT ${request.url}`, request.headers["proxy-authorization"]);
    sockets.add(client);
    client.on("error", () => {});
    if (proxy.refuseWith !== undefined) {
      client.end(`HTTP/1.1 ${proxy.refuseWith} Refused\r\n\r\n`);
      return;
    }
    const target = connect(targetPort, "127.0.0.1", () => {
      proxy.ports.add(target.localPort ?? 0);
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.pipe(client).pipe(target);
    });
    sockets.add(target);
    target.on("error", () => client.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const proxy: RecordingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    authorizations: [],
    ports: new Set(),
    close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
  const note = (request: string, authorization: string | undefined) => {
    proxy.requests.push(request);
    proxy.authorizations.push(authorization);
  };
  return proxy;
}
