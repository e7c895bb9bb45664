import { defineConfig } from "vitest/config";

const support = (name: string) => `./test/support/${name}.ts`;
/** The tests of SDKs have packages and a configuration of their own: `npm run test:sdks`. */
const elsewhere = ["**/node_modules/**", "**/dist/**", "**/.belfry/**", "test/vendor-sdks/**"];
const ownProject = [
  "**/*.db.test.ts",
  "**/*.workflow.test.ts",
  "**/*.long.test.ts",
  "test/replay/**",
  "test/journeys/**",
];

/** They measure how long something takes, or holds the event loop up, which tests beside them would lengthen. */
const timed = ["api/inbound-mail/authenticate-mail.test.ts", "engine/faults.db.test.ts"];
/** They replace modules, or set up Temporal's runtime, which a process has once. */
const apart = [
  "activities/{engine-model,whatsapp}.db.test.ts",
  "api/start-api.db.test.ts",
  "engine/!(faults).db.test.ts",
];

// Groups run one after the other. What measures time or owns a global clock is not disturbed by tests beside it.
const together = { sequence: { groupOrder: 0 }, maxWorkers: 2 };
const oneAtATime = { sequence: { groupOrder: 1 }, maxWorkers: 1, fileParallelism: false };
const alone = { sequence: { groupOrder: 3 }, maxWorkers: 1, fileParallelism: false };

const onDatabase = {
  globalSetup: [support("integration-setup")],
  setupFiles: [support("console-guard"), support("database-per-file")],
};

const journeys = {
  globalSetup: [support("journeys-setup")],
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

export default defineConfig({
  // As `paths` in tsconfig.json, which says why.
  resolve: { alias: [{ find: /^#(contract|test)\//, replacement: `${import.meta.dirname}/$1/` }] },
  test: {
    setupFiles: [support("console-guard")],
    exclude: elsewhere,
    restoreMocks: true,
    // The framework of code-first workflows looks for packages that it can do without, and nobody handles that they are not there.
    onUnhandledError: ({ message }) =>
      !/^Cannot find package '(zod-to-json-schema|class-\w+)' imported from .*@novu\/framework/.test(message),
    // Tests start processes and threads; on a busy machine these take seconds. What must be fast is compared, not timed.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          ...together,
          include: ["**/*.test.ts"],
          exclude: [...elsewhere, ...ownProject, ...timed],
        },
      },
      {
        extends: true,
        test: {
          name: "dom",
          ...together,
          environment: "happy-dom",
          include: ["**/*.test.tsx"],
          exclude: [...elsewhere, ...ownProject],
        },
      },
      {
        // A real Postgres, a database for each file; a real Temporal, shared.
        extends: true,
        test: {
          name: "integration",
          ...together,
          ...onDatabase,
          // Files share what they import, which takes longer than most of their tests; what they store is apart.
          isolate: false,
          include: ["**/*.db.test.ts"],
          exclude: [...elsewhere, ...apart, ...timed],
        },
      },
      {
        extends: true,
        test: { name: "integration-apart", ...together, ...onDatabase, include: apart },
      },
      {
        extends: true,
        test: { name: "integration-timed", ...oneAtATime, ...onDatabase, include: timed },
      },
      {
        // The clock of the time-skipping server is global, so these take turns.
        extends: true,
        test: {
          name: "workflow",
          ...oneAtATime,
          include: ["**/*.workflow.test.ts"],
          globalSetup: [support("workflow-setup")],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: "replay", ...oneAtATime, include: ["test/replay/**/*.test.ts"], testTimeout: 60_000 },
      },
      {
        // The whole product in real processes, and a real browser. They mostly wait for each other.
        extends: true,
        test: {
          name: "journeys",
          ...journeys,
          sequence: { groupOrder: 2 },
          maxWorkers: 2,
          include: ["test/journeys/**/*.test.ts"],
          exclude: [...elsewhere, "**/*.long.test.ts"],
        },
      },
      {
        // More of the same, in minutes each: not part of `npm test`.
        extends: true,
        test: {
          name: "long-journeys",
          ...journeys,
          ...alone,
          include: ["test/journeys/**/*.long.test.ts"],
        },
      },
      {
        // Minutes each: not part of `npm test`.
        extends: true,
        test: {
          name: "long",
          ...alone,
          include: ["**/*.long.test.ts"],
          exclude: [...elsewhere, "test/journeys/**"],
          testTimeout: 900_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
