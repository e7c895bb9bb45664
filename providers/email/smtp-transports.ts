import { createHash } from "node:crypto";
import type { SentMessageInfo } from "nodemailer/lib/smtp-connection";
import type { ComposedMail } from "./compose-mail.ts";
import { openConnection, type SmtpSettings } from "./smtp-connection.ts";
import { smtpError } from "./smtp-errors.ts";
import { SmtpPool } from "./smtp-pool.ts";

const IDLE_MS = 30_000;

interface PoolInUse {
  pool: SmtpPool;
  sending: number;
  idle?: NodeJS.Timeout;
}

const pools = new Map<string, PoolInUse>();

/** Sends over the pool of the settings; equal settings share one. Throws ProviderError, or the signal's reason. */
export async function sendPooled(
  settings: SmtpSettings,
  mail: ComposedMail,
  signal?: AbortSignal,
): Promise<SentMessageInfo> {
  // A digest, so that no password is kept as a map key.
  const key = createHash("sha256").update(JSON.stringify(settings)).digest("base64");
  const inUse = pools.get(key) ?? { pool: new SmtpPool(settings), sending: 0 };
  pools.set(key, inUse);
  clearTimeout(inUse.idle);
  inUse.sending += 1;
  try {
    return await inUse.pool.send(mail, signal);
  } finally {
    inUse.sending -= 1;
    if (inUse.sending === 0) inUse.idle = setTimeout(() => closePool(key, inUse), IDLE_MS).unref();
  }
}

/** Connects and logs in, over a connection of its own. Throws ProviderError. */
export async function verifySettings(settings: SmtpSettings, signal?: AbortSignal): Promise<void> {
  try {
    const { smtp } = await openConnection(settings, signal);
    smtp.quit();
  } catch (error) {
    throw smtpError(error, `${settings.options.host}:${settings.options.port}`, false);
  }
}

/** Ends all pooled connections, for a worker that has finished its sends. */
export function closeTransports(): void {
  for (const [key, inUse] of pools) closePool(key, inUse);
}

function closePool(key: string, { pool, idle }: PoolInUse): void {
  clearTimeout(idle);
  pool.close();
  if (pools.get(key)?.pool === pool) pools.delete(key);
}
