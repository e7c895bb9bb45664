import { randomInt } from "node:crypto";
import { join } from "node:path";
import getPort from "get-port";
import { z } from "zod";
import { readJson, writeJson } from "../files.ts";

const host = "127.0.0.1";

/** Whether this machine lets us listen there now. @param host an address, as for `net.Server.listen` */
export const isPortFree = async (port: number, host: string): Promise<boolean> =>
  (await getPort({ port, host })) === port;

/**
 * Below the ports that systems give to outgoing connections: one of these could take the port of a part that is stopped for a moment.
 * Linux begins at 32,768 (net.ipv4.ip_local_port_range), others at 49,152 (RFC 6335).
 */
const [FIRST, BEYOND] = [20_000, 32_768];
const TRIES = 100;

const candidates = (): number[] => Array.from({ length: TRIES }, () => randomInt(FIRST, BEYOND));

/** A port on the loopback address that is free now, another one at each call. */
export const freePort = (): Promise<number> => getPort({ host, port: candidates() });

const Remembered = z.record(z.string(), z.number().int());

/**
 * The port that a part of this data folder listens on: the one of the last start, so that bookmarks and clients stay
 * valid; else the preferred one; else any free one. The choice is remembered. No two parts get the same one.
 */
export async function portFor(dataDir: string, part: string, preferred?: number): Promise<number> {
  const file = join(dataDir, "ports.json");
  const remembered = readJson(file, Remembered) ?? {};
  const wanted = [remembered[part], preferred].filter((port) => port !== undefined);
  const port = await getPort({ host, port: [...wanted, ...candidates()] });
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
