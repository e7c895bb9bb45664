/**
 * The modules of the built server that something starts or loads by its name; everything else follows from their imports.
 * Each becomes `dist/server/<name>.js`.
 */
export const serverEntries = [
  // Processes, which scripts/run-built.mjs starts.
  "api/server",
  "engine/worker",
  "scripts/serve",
  "scripts/db-migrate",
  "scripts/admin",
  // Tasks of the threads that activities/rendering/thread-pool.ts starts.
  "activities/rendering/render-task",
  "activities/rendering/inline-styles-task",
  // The task of the thread that api/inbound-mail/parse-mail.ts starts.
  "api/inbound-mail/parse-task",
] as const;
