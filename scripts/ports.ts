import { join } from "node:path";
import getPort from "get-port";
import { z } from "zod";
import { readJson, writeJson } from "./files.ts";

const host = "127.0.0.1";

/** Whether this machine lets us listen there now. @param host an address, as for `net.Server.listen` */
export const isPortFree = async (port: number, host: string): Promise<boolean> =>
  (await getPort({ port, host })) === port;

/** A port on the loopback address that is free now, another one at each call. */
export const freePort = (): Promise<number> => getPort({ host });

const Remembered = z.record(z.string(), z.number().int());

/**
 * The port that a part of this data folder listens on: the one of the last start, so that bookmarks and clients stay
 * valid; else the preferred one; else any free one. The choice is remembered. No two parts get the same one.
 */
export async function portFor(dataDir: string, part: string, preferred?: number): Promise<number> {
  const file = join(dataDir, "ports.json");
  const remembered = readJson(file, Remembered) ?? {};
  const port = await getPort({ host, port: [remembered[part], preferred].filter((port) => port !== undefined) });
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
