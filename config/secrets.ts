import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError, setting } from "./setting.ts";

const SECRET = "at least 32 random characters (openssl rand -hex 32)";
const signingSecret = z.string().min(32, SECRET);

const KEY = "32 random bytes as 64 hexadecimal digits or as base64 (openssl rand -hex 32)";
const keyBytes = z
  .string()
  .transform((value) => Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? "hex" : "base64"))
  .refine(({ length }) => length === 32, KEY);

export const secrets = {
  /** Signs sessions of members and subscribers. Generated and kept in the data folder in development. */
  secret: setting("BELFRY_SECRET", signingSecret),
  /** Encrypts provider credentials and API keys at rest. Generated and kept in the data folder in development. */
  encryptionKey: setting("BELFRY_ENCRYPTION_KEY", keyBytes),
};

const StoredSecrets = z.object({ secret: signingSecret, encryptionKey: keyBytes });

type Secrets = z.infer<typeof StoredSecrets>;

/**
 * Returns the secrets that are given. Development mode generates the others once and keeps them in `<data dir>/secrets.json`.
 * @throws ConfigError when production mode lacks one.
 */
export function completeSecrets(
  { secret, encryptionKey }: { [Name in keyof Secrets]: Secrets[Name] | null },
  { mode, dataDir }: { mode: "development" | "production"; dataDir: string },
): Secrets {
  if (secret !== null && encryptionKey !== null) return { secret, encryptionKey };
  if (mode === "production") {
    const [name, expected] = secret === null ? ["BELFRY_SECRET", SECRET] : ["BELFRY_ENCRYPTION_KEY", KEY];
    throw new ConfigError(`${name} is missing, and production mode makes up no secrets: set it to ${expected}.`);
  }
  const stored = storedSecrets(dataDir);
  return { secret: secret ?? stored.secret, encryptionKey: encryptionKey ?? stored.encryptionKey };
}

function storedSecrets(dataDir: string): Secrets {
  const file = join(dataDir, "secrets.json");
  try {
    return readSecrets(file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  mkdirSync(dataDir, { recursive: true });
  const fresh = `${file}.${process.pid}.tmp`;
  const content = { secret: randomBytes(32).toString("hex"), encryptionKey: randomBytes(32).toString("hex") };
  writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  try {
    // A link, unlike a rename, fails when another process was first: then its secrets count, not ours.
    linkSync(fresh, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
  return readSecrets(file);
}

function readSecrets(file: string): Secrets {
  const text = readFileSync(file, "utf8");
  try {
    return StoredSecrets.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(
      `${file} is damaged: restore it from a backup, or delete it to make new secrets (stored credentials are then lost).`,
    );
  }
}
