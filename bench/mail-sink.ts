import { z } from "zod";
import type { Cleanup } from "./cleanup.ts";
import type { Fixture } from "./fixture.ts";
import type { Usage } from "./process-usage.ts";
import { startSubprocess } from "./subprocess.ts";

/** A local SMTP server in a process of its own. */
export interface MailSink {
  readonly port: number;
  count(): Promise<MailCount>;
  reset(): Promise<void>;
  /** Resolves when so many mails for the address have arrived since the last reset. */
  arrival(address: string, mails: number): Promise<void>;
  usage(): Usage;
}

const MailCount = z.object({
  mails: z.int(),
  /** Different addresses. */
  recipients: z.int(),
  /** When the last mail arrived, in milliseconds since 1970. */
  lastAt: z.number(),
});
type MailCount = z.infer<typeof MailCount>;

export async function startMailSink({ env }: Fixture, cleanup: Cleanup): Promise<MailSink> {
  const subprocess = await startSubprocess("processes/smtp-sink.ts", env, cleanup);
  return {
    port: await subprocess.call("port", null, z.int()),
    count: () => subprocess.call("count", null, MailCount),
    reset: async () => void (await subprocess.call("reset", null, z.null())),
    arrival: async (address, mails) => void (await subprocess.call("arrival", { address, mails }, z.null())),
    usage: () => subprocess.usage(),
  };
}
