import { createServer } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { readJson, writeJson } from "./files.ts";

/** Whether this machine lets us listen there now. @param host an address, as for `net.Server.listen` */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(true)));
  });
}

/** A port on the loopback address that is free now, chosen by the system. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen({ port: 0, host: "127.0.0.1" }, () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address ? done(address.port) : fail(new Error("no port"))));
    });
  });
}

const Remembered = z.record(z.string(), z.number().int());

/**
 * The port that a part of this data folder listens on: the one of the last start, so that bookmarks and clients stay
 * valid; else the preferred one; else any free one. The choice is remembered.
 */
export async function portFor(dataDir: string, part: string, preferred?: number): Promise<number> {
  const file = join(dataDir, "ports.json");
  const remembered = readJson(file, Remembered) ?? {};
  const candidates = [remembered[part], preferred].filter((port) => port !== undefined);
  const port = (await firstFree(candidates)) ?? (await freePort());
  // Read again: another part may have noted its port while we tried ours.
  writeJson(file, { ...readJson(file, Remembered), [part]: port });
  return port;
}

/** Forgets a part's port, for when it turned out to be taken after all. */
export function forgetPort(dataDir: string, part: string): void {
  const file = join(dataDir, "ports.json");
  const { [part]: _forgotten, ...others } = readJson(file, Remembered) ?? {};
  writeJson(file, others);
}

async function firstFree(ports: readonly number[]): Promise<number | null> {
  for (const port of ports) if (await isPortFree(port, "127.0.0.1")) return port;
  return null;
}
