import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { z } from "zod";
import { type MailSink, startMailSink } from "./mail-sink.ts";

// Mails to members of the product that journeys share: the process of the run takes them, and each test file reads them.

const Mail = z.object({ recipients: z.array(z.string()), text: z.string() });

const fileIn = (runFolder: string) => join(runFolder, "mails.jsonl");

/** Starts a mail server that keeps each mail as a line of a file of the run folder. */
export const startSharedMails = (runFolder: string): Promise<MailSink> =>
  startMailSink({
    onMail: (recipients, { text = "" }) => {
      appendFileSync(fileIn(runFolder), `${JSON.stringify({ recipients, text })}\n`);
    },
  });

/** Returns the texts of the mails to an address, the newest last. */
export function sharedMailsTo(address: string): string[] {
  const file = fileIn(inject("runFolder"));
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  const mails = lines.map((line) => Mail.parse(JSON.parse(line)));
  return mails.filter(({ recipients }) => recipients.includes(address)).map(({ text }) => text);
}
