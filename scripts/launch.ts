import { mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Config, loadConfig, projectRoot, startedByNpmScript } from "#config.ts";
import { migrate } from "#db/migrate.ts";
import { seed } from "#db/seed.ts";
import { addressOf } from "#domain/conditions/context-paths.ts";
import { removeUnfinished } from "./files.ts";
import { buildFrontEnds } from "./front-ends.ts";
import type { Part } from "./part.ts";
import { explain, Problem } from "./problem.ts";
import {
  type Launch,
  type RunsFrom,
  type Services,
  startDatabase,
  startFrontEndWatchers,
  startServer,
  startTemporal,
} from "./product.ts";
import { endOrphans, recordChildren } from "./servers/child-records.ts";
import { type DataDirLock, lockDataDir } from "./servers/data-dir-lock.ts";
import { isPortFree } from "./servers/ports.ts";
import { commandLine, parentOf } from "./servers/process-table.ts";
import { addresses, inboundMailAddress, removeDevFile, welcome, writeDevFile } from "./welcome.ts";

// The story of `npm start`, which runs the source; with `--built`, what `npm run build` has made of it. Everything that runs
// is in `parts`, in the order of the start; stopping goes backwards.

const say = (line: string) => console.log(line);
const parts: Part[] = [];
const stopping = new AbortController();
/** Beside the time that messages under way have: for requests, activities and connections to end. */
const stopServerWithinMs = 12_000;
const stopOtherWithinMs = 1_800;

async function main(): Promise<void> {
  // A closed terminal must not keep us from stopping the parts.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const config = loadConfig();
  const from = process.argv.includes("--watch") ? "watched" : process.argv.includes("--built") ? "build" : "source";
  const lock = await lockDataDir(config.dataDir, config.port);
  const stop = onceStopped(config, lock);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  stopWithNpm(() => void stop(0));
  const giveUp = async (error: unknown) => {
    // A Ctrl-C can end a part in its first moment, before this process has heard of it.
    await sleep(SIGNAL_MS);
    // Stopping ends parts that are still starting; their issue about it is no news.
    if (stopping.signal.aborted) return;
    console.error(explain(error));
    await stop(1);
  };
  // Whatever goes wrong, we do not leave without stopping what we started.
  process.on("uncaughtException", (error) => void giveUp(error));
  await start(config, from).catch(giveUp);
}

async function start(config: Config, from: RunsFrom): Promise<void> {
  removeDevFile(config);
  await endOrphans(config.dataDir, say);
  await requireRoom(config);
  for (const folder of [config.dataDir, join(config.dataDir, "bin"), join(projectRoot, "dist")])
    removeUnfinished(folder);

  const events = { say, changed: () => recordParts(config) };
  const launch: Launch = { config, parts, events, stopping: stopping.signal };
  const [databaseUrl, temporal] = await Promise.all([
    startDatabase(launch),
    startTemporal(launch),
    from === "source" ? buildFrontEnds(say, stopping.signal) : undefined,
  ]);
  say("Preparing the database ...");
  await migrate(databaseUrl);
  const demo = config.mode === "development" ? await seed({ databaseUrl, config }) : null;
  const services: Services = { databaseUrl, ...temporal };
  say("Starting Belfry ...");
  await startServer(launch, services, from);
  if (from === "watched") await startFrontEndWatchers(launch);
  announce(config, services, demo);
}

function announce(config: Config, services: Services, demo: Awaited<ReturnType<typeof seed>> | null): void {
  const inboundMail = inboundMailAddress(config);
  if (!demo) {
    // Production has no demo organisation, so there is nothing that a stranger could sign in with.
    const mail = inboundMail === null ? "" : ` It receives replies to emails at ${inboundMail}.`;
    say(
      `\nBelfry runs at ${addressOf(config, "web")} (listening on ${config.host}:${config.port}).${mail} Ctrl-C stops it.\n`,
    );
    return;
  }
  const { apiKey, organizationApiKey, applicationIdentifier, environmentId, email, password } = demo;
  const { databaseUrl, temporalAddress, temporalUiUrl } = services;
  const dev = {
    ...addresses(config, demo),
    temporalAddress,
    temporalUiUrl: temporalUiUrl ?? "",
    databaseUrl,
    apiKey,
    organizationApiKey,
    applicationIdentifier,
    environmentId,
    email,
    password,
  };
  writeDevFile(config, dev);
  say(welcome(dev, demo, { logs: join(config.dataDir, "logs"), inboundMail }));
}

/** Stops everything, the last started first, and ends this process. Only the first call counts. */
function onceStopped(config: Config, lock: DataDirLock): (exitCode: number) => Promise<void> {
  return async (exitCode) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    lock.announceStop(parts.reduce((sum, part) => sum + stopWithinMs(part, config), 0));
    removeDevFile(config);
    if (parts.length > 0) say("\nStopping ...");
    // A server that others use gets its turn once they are gone.
    for (const part of [...parts].reverse()) await part.stop(stopWithinMs(part, config));
    recordParts(config);
    lock.release();
    if (exitCode === 0) say("Stopped.");
    process.exit(exitCode);
  };
}

const stopWithinMs = ({ name }: Part, { stopSeconds }: Config): number =>
  name === "Belfry" ? stopSeconds * 1_000 + stopServerWithinMs : stopOtherWithinMs;

/** The last started first: the order in which a later start has to end them, should we be killed. */
function recordParts(config: Config): void {
  const running = parts.flatMap((part) => {
    const process = part.identity();
    const { name, stopSignal } = part;
    return process ? [{ ...process, name, stopSignal, stopsWithinMs: stopWithinMs(part, config) }] : [];
  });
  recordChildren(config.dataDir, running.reverse());
}

/** When the npm that runs us is killed, nobody could reach us by Ctrl-C any more: then we stop as if asked to. */
function stopWithNpm(stop: () => void): void {
  if (!startedByNpmScript("start") && !startedByNpmScript("dev")) return;
  // npm runs a script by `sh -c`, and not every sh makes way for the one command it was given.
  const shell = commandLine(process.ppid).includes("start.mjs") ? process.ppid : null;
  const npm = () => (shell === null ? process.ppid : parentOf(shell));
  const first = npm();
  setInterval(() => npm() !== first && stop(), 500).unref();
}

/** A signal that is pending is delivered within this time, in milliseconds. */
const SIGNAL_MS = 100;
const neededBytes = 500_000_000;

async function requireRoom({ host, port, dataDir, inboundMail }: Config): Promise<void> {
  if (!(await isPortFree(port, host))) {
    throw new Problem(
      `Port ${port} on ${host} is taken by another program: stop that one, or choose another port, ` +
        `for example BELFRY_PORT=${port < 65_000 ? port + 100 : 3100} npm start.`,
    );
  }
  if (inboundMail && !(await isPortFree(inboundMail.port, inboundMail.host))) {
    throw new Problem(
      `Port ${inboundMail.port} on ${inboundMail.host}, for inbound mail, is taken or not allowed: stop the program that has it, ` +
        "or choose another port with BELFRY_INBOUND_MAIL_PORT.",
    );
  }
  mkdirSync(dataDir, { recursive: true });
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize >= neededBytes) return;
  throw new Problem(`Less than ${neededBytes / 1e6} MB are free on the disk of ${dataDir}: free some space first.`);
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
