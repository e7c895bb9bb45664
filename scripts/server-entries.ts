/**
 * The modules of the built server that something starts or loads by its name. Each becomes `dist/server/<name>.js`; everything else
 * follows from their imports, and goes into files that they share.
 */
export const serverEntries = [
  // What `npm start -- --built` runs: scripts/start.mjs imports it.
  "scripts/launch",
  // Processes, which scripts/run-built.mjs starts.
  "processes/api",
  "processes/worker",
  "processes/serve",
  "scripts/db-migrate",
  "scripts/admin",
  // Tasks of the threads that rendering/render-threads.ts starts.
  "rendering/render-task",
  "rendering/inline-styles-task",
  // The task of the thread that api/mjml/mjml-compiler.ts starts.
  "api/mjml/compile-task",
  // Tasks of the threads that parse-mail.ts and authenticate-mail.ts in api/inbound-mail/ start.
  "api/inbound-mail/parse-task",
  "api/inbound-mail/authenticate-task",
] as const;

/** Modules that find a file by their own place. They keep it, as `dist/server/<name>.js`. */
export const modulesInPlace = [
  // They start threads, whose tasks are beside them.
  "rendering/render-threads",
  "api/mjml/mjml-compiler",
  "api/inbound-mail/parse-mail",
  "api/inbound-mail/authenticate-mail",
  // The migrations, and the bundle of the workflow code.
  "db/migrate",
  "db/migration-state",
  "engine/workflow-bundle",
] as const;
