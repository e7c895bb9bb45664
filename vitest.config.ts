import { defineConfig } from "vitest/config";
import { bundledTasks } from "./test/support/bundled-tasks.ts";
import { LongestFirst } from "./test/support/longest-first.ts";

// Files of setup read the configuration, whose secrets production mode demands.
process.env.BELFRY_MODE ||= "development";

const support = (name: string) => `./test/support/${name}.ts`;
const setupFiles = [support("console-guard"), support("restore-globals"), support("exact-integers")];
/** The tests of SDKs have packages and a configuration of their own: `npm run test:sdks`. */
const elsewhere = ["**/node_modules/**", "**/dist/**", "**/.belfry/**", "test/vendor-sdks/**"];
const ownProject = ["**/*.{db,workflow,long}.test.ts", "test/{replay,journeys,mails}/**"];

/** Beside each of them is the test that runs for every change; these run by `npm run test:long`, two files at a time beside the fuzz. */
const long = { sequence: { groupOrder: 2 }, maxWorkers: 2, testTimeout: 900_000, hookTimeout: 240_000 };
/** After them, at once: 500 scenarios of the model, which keep one processor busy, and what goes on for ten minutes and mostly waits. */
const lasting = { ...long, sequence: { groupOrder: 3 }, maxWorkers: 3 };
/** They measure time or memory: the last ones, one after the other. */
const alone = { ...long, sequence: { groupOrder: 4 }, maxWorkers: 1, fileParallelism: false };
const measuringJourneys = ["test/journeys/dashboard-speed.long.test.ts"];
const measuringOnDatabase = ["api/routes/v1/{large-event,large-pages,many-clients}.long.test.ts"];
const model = ["activities/engine-model.long.test.ts"];
const paced = ["test/journeys/{inboxes,lanes}.long.test.ts"];
/** They combine rows of tables with values that take turns (`test/support/in-turn.ts`), of which these go through all. */
const exhaustive = { provide: { isExhaustive: true } };
const onDatabaseInTurn = [
  "activities/{attachments,digest-model,sending,decide/dry-run-crashes}.db.test.ts",
  "explain/simulate-wait.db.test.ts",
  "api/{access,routes/v1/{large-activity,subscribers/topics}}.db.test.ts",
  "db/queries/search/search.db.test.ts",
];
const journeysInTurn = ["test/journeys/{bell,catalogue,entry,first-notification,newcomer,screens,stop}.test.ts"];
const mailsInTurn = ["test/mails/mails.test.ts"];
const onPageInTurn = ["dashboard/{every-form,every-screen,session-end}.test.tsx"];

/** They measure how long the event loop is held up, or what gets done meanwhile, which tests beside them would change. */
const timed = [
  "engine/slow-work.db.test.ts",
  "activities/slice/fairness.db.test.ts",
  "api/services/webhooks/recover-webhooks.db.test.ts",
];
/** They replace modules or globals as they are imported, or the process's own time zone, which a thread does not have. */
const apart = [
  "activities/send.test.ts",
  "api/inbound-mail/parse-task.test.ts",
  "domain/templates/helpers.test.ts",
  "providers/http/http-agents.test.ts",
];
/** They replace modules, or set up Temporal's runtime, which a process has once, in another way than the product does. */
const integrationApart = [
  "activities/{engine-model,whatsapp}.db.test.ts",
  "processes/start-api.db.test.ts",
  "engine/{client,history-size}.db.test.ts",
];

/** Tests of routes that need a database or an API of their own, though each of their tests makes its own environment. */
const routesWithOwnDatabase = [
  // They store tens of thousands of rows, or look at the memory.
  "api/routes/v1/large-activity.db.test.ts",
  "api/routes/v1/large-event.long.test.ts",
  "api/routes/v1/large-lists.db.test.ts",
  "api/routes/v1/large-pages.long.test.ts",
  "api/routes/v1/many-clients.long.test.ts",
  "api/routes/v1/subscribers/topics.db.test.ts",
  // They look at all partitions, and at what Postgres reads among so many rows.
  "api/routes/v1/long-waits.db.test.ts",
  "api/routes/v1/waiting.db.test.ts",
  "api/routes/v2/version-usage.db.test.ts",
  "api/routes/v2/step-waits.db.test.ts",
  // The API listens on a port.
  "api/routes/widgets/session.db.test.ts",
];

// Groups run one after the other. What measures time is not disturbed by tests beside it.
const together = { sequence: { groupOrder: 0 }, maxWorkers: 4 };
const oneAtATime = { sequence: { groupOrder: 1 }, maxWorkers: 1, fileParallelism: false };

/** Files of a worker share what they import, which takes longer than most of their tests. */
const shared = { isolate: false };

const dashboard = ["dashboard/**/*.test.tsx"];
/** As `dashboard/vite.config.ts`. */
const dashboardJsx = { jsx: { runtime: "automatic" as const, importSource: `${import.meta.dirname}/dashboard/jsx` } };
/** Files of a worker share its page, too. */
const onPage = {
  ...together,
  ...shared,
  pool: "threads" as const,
  environment: "happy-dom",
  setupFiles: [...setupFiles, support("dom-setup")],
};

const onDatabase = {
  globalSetup: [support("integration-setup")],
  setupFiles: [...setupFiles, support("database-of-file")],
  provide: { routesWithOwnDatabase },
};

const journeys = {
  globalSetup: [support("journeys-setup")],
  setupFiles: [...setupFiles, support("await-prepared"), support("print-failed-pages")],
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

export default defineConfig({
  plugins: [
    await bundledTasks(),
    {
      // A stack trace of a cached module fails in the process that runs the global set-up (vitest 4.1).
      name: "no-cache-for-global-set-up",
      configureVitest({ experimental_defineCacheKeyGenerator: defineKey }) {
        defineKey(({ environment }) => (environment.name === "__vitest__" ? false : undefined));
      },
    },
  ],
  // As `paths` in tsconfig.json, which says why.
  resolve: { alias: [{ find: /^#(contract|test)\//, replacement: `${import.meta.dirname}/$1/` }] },
  test: {
    // Projects transform the same files, and so does the next run.
    experimental: { fsModuleCache: true },
    setupFiles,
    exclude: elsewhere,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    // The framework of code-first workflows looks for packages that it can do without, and nobody handles that they are not there.
    onUnhandledError: ({ message }) =>
      !/^Cannot find package '(zod-to-json-schema|class-\w+)' imported from .*@novu\/framework/.test(message),
    // Tests start processes and threads; on a busy machine these take seconds. What must be fast is compared, not timed.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          ...together,
          ...shared,
          pool: "threads",
          include: ["**/*.test.ts"],
          exclude: [...elsewhere, ...ownProject, ...timed, ...apart],
        },
      },
      {
        extends: true,
        test: { name: "unit-apart", ...together, include: apart },
      },
      {
        extends: true,
        test: {
          name: "dom",
          ...onPage,
          include: ["**/*.test.tsx"],
          exclude: [...elsewhere, ...ownProject, ...dashboard],
        },
      },
      {
        // React Aria changes the page's focus, and the inbox's script defines its element for good: they have pages of their own.
        extends: true,
        oxc: dashboardJsx,
        test: { name: "dom-dashboard", ...onPage, include: dashboard, exclude: elsewhere },
      },
      {
        // A real Postgres and a real Temporal, shared.
        extends: true,
        test: {
          name: "integration",
          ...together,
          ...onDatabase,
          ...shared,
          include: ["**/*.db.test.ts"],
          exclude: [...elsewhere, ...integrationApart, ...timed],
        },
      },
      {
        extends: true,
        test: { name: "integration-apart", ...together, ...onDatabase, include: integrationApart },
      },
      {
        extends: true,
        test: { name: "integration-timed", ...oneAtATime, ...onDatabase, ...shared, include: timed },
      },
      {
        // Each file starts a time-skipping server, whose clock is its own.
        extends: true,
        test: {
          name: "workflow",
          ...together,
          include: ["**/*.workflow.test.ts"],
          globalSetup: [support("workflow-setup")],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: "replay", ...together, include: ["test/replay/**/*.test.ts"], testTimeout: 60_000 },
      },
      {
        // A real browser, and nothing else.
        extends: true,
        test: { name: "mails", ...together, include: ["test/mails/**/*.test.ts"] },
      },
      {
        // The whole product in real processes, and a real browser. They mostly wait for each other.
        extends: true,
        test: {
          name: "journeys",
          ...journeys,
          ...shared,
          sequence: { groupOrder: 2 },
          maxWorkers: 3,
          include: ["test/journeys/**/*.test.ts"],
          exclude: [...elsewhere, "**/*.long.test.ts"],
        },
      },
      // What is not part of `npm test`.
      {
        extends: true,
        test: { name: "long-model", ...onDatabase, ...lasting, include: model },
      },
      {
        extends: true,
        test: {
          name: "long-journeys",
          ...journeys,
          ...long,
          ...exhaustive,
          include: ["test/journeys/**/*.long.test.ts", ...journeysInTurn],
          exclude: [...elsewhere, ...paced, ...measuringJourneys],
        },
      },
      {
        extends: true,
        oxc: dashboardJsx,
        test: { name: "long-dom-dashboard", ...onPage, ...long, ...exhaustive, include: onPageInTurn },
      },
      {
        extends: true,
        test: {
          name: "long-integration",
          ...onDatabase,
          ...long,
          provide: { ...onDatabase.provide, ...exhaustive.provide },
          include: onDatabaseInTurn,
        },
      },
      {
        extends: true,
        test: { name: "long-mails", ...long, ...exhaustive, include: mailsInTurn },
      },
      {
        extends: true,
        test: { name: "long-paced", ...journeys, ...lasting, include: paced },
      },
      {
        extends: true,
        test: {
          name: "long-alone",
          ...alone,
          include: ["**/*.long.test.ts"],
          exclude: [...elsewhere, "test/journeys/**", ...model, ...measuringOnDatabase],
        },
      },
      {
        extends: true,
        test: { name: "long-alone-journeys", ...journeys, ...alone, include: measuringJourneys },
      },
      {
        extends: true,
        test: { name: "long-alone-integration", ...onDatabase, ...alone, include: measuringOnDatabase },
      },
    ],
  },
});
