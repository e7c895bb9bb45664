import type { EmailSource, InlinedEmail } from "#domain/templates/email/email-source.ts";
import { inlineEmail } from "#domain/templates/email/inline-email.ts";

/**
 * Runs in a thread of the pool: see render-threads.ts. It stands alone, because reading html and css takes modules that
 * other tasks never need.
 */
export default function runInlineStylesTask(task: {
  job: EmailSource;
  progress: Int32Array;
}): InlinedEmail | undefined {
  Atomics.store(task.progress, 0, 1);
  try {
    return inlineEmail(task.job);
  } finally {
    Atomics.store(task.progress, 0, -1);
  }
}
