// Who may import whom: the table of ARCHITECTURE.md as rules. The comment of each rule says what to do instead.
// `npm run check` runs it over the whole project.

/** Our own code; packages and Node's built-in modules have rules of their own. */
const ours =
  "^(activities|api|bench|client|config|contract|dashboard|db|domain|engine|events|explain|inbox|processes|providers|rendering|scripts|telemetry|test|threads)/";
const ourFiles = `${ours}|^config\\.ts$`;

/** Tests set a scene and look behind it, so they reach further than the code they prove. */
const testCode = "^test/|\\.test\\.tsx?$|^(inbox|dashboard)/testing/";

/** Tools of ours that run in a checkout with everything installed, and never where the product runs. */
const developmentOnly = ["^bench/", "^scripts/fuzz/", "^scripts/record-histories\\.ts$"];

/** The server, as `npm run build` builds it, which runs without the packages of development. */
const serverCode = [
  "^(activities|api|config|contract|db|domain|engine|events|explain|processes|providers|rendering|telemetry|threads)/",
  "^config\\.ts$",
  "^scripts/(admin|read-password|db-migrate|database-of|problem)\\.ts$",
  "^inbox/react/languages/[a-z]{2}\\.ts$",
];

const replayed = "^engine/(workflows/|(refs|policies|ids|messages)\\.ts$)";
/** Rules of the domain that have packages, for templates, calendars, conditions, slugs and files. All others may be part of replayed code. */
const havePackages =
  "(templates/|subscriptions/|((conditions/json-logic|event-content|values/(csv-cell|slug|short-id|environment-label)|" +
  "times/(clock-changes|cron|day-moments|delay|digest-length|local-start|plan-waits|retention|schedule-occurrences|subscriber-hours|timed-schedule|wait-dates|waits))\\.ts$))";
const pureDomain = `^domain/(?!${havePackages})`;
const entryPoints = "^(processes/(api|worker|serve)|scripts/(admin|db-migrate))\\.ts$";
const typeOnly = ["type-only"];

/**
 * A row of the table: what a place may import of ours, and what besides it may import as types only.
 * @param {{ name: string, place: string, except?: string[], values: string[], types?: string[], comment: string }} row
 */
function row({ name, place, except = [], values, types = [], comment }) {
  const from = { path: place, pathNot: [testCode, ...except] };
  return [
    {
      name,
      comment,
      severity: "error",
      from,
      to: { path: ourFiles, pathNot: values, dependencyTypesNot: typeOnly },
    },
    {
      name: `${name}-types`,
      comment,
      severity: "error",
      from,
      to: { path: ourFiles, pathNot: [...values, ...types], dependencyTypes: typeOnly },
    },
  ];
}

const table = [
  ...row({
    name: "contract",
    place: "^contract/",
    values: ["^contract/"],
    comment:
      "The contract is the wire and depends on nothing of ours. A rule belongs in domain/, which takes the contract's " +
      "types; a value that both need belongs in contract/constants/.",
  }),
  ...row({
    name: "domain",
    place: "^domain/",
    values: ["^domain/", "^contract/constants/"],
    types: ["^contract/"],
    comment:
      "The domain is rules without I/O, and replayed code bundles it: no zod, no db, no configuration. Take the type with " +
      "`import type`, move a shared value to contract/constants/, and pass anything else in as an argument.",
  }),
  ...row({
    name: "providers",
    place: "^providers/",
    values: ["^providers/", "^contract/"],
    comment:
      "A provider turns one message into one call and knows no database, engine or API. Let the activity pass in what the " +
      "provider needs: see SendContext in providers/send-context.ts.",
  }),
  ...row({
    name: "client",
    place: "^client/",
    values: ["^client/"],
    types: ["^contract/"],
    comment:
      "The client is published by itself, and browsers load it: it knows the types of the contract, and brings neither its " +
      "schemas nor zod.",
  }),
  ...row({
    name: "inbox",
    place: "^inbox/",
    values: ["^inbox/"],
    comment:
      "The inbox is installed by itself and embedded in other people's pages: its types are those of inbox/core/types.ts, which " +
      "a test compares with the contract's, and inbox/core/read-answers.ts reads the wire.",
  }),
  ...row({
    name: "dashboard",
    place: "^dashboard/",
    // A preview shows the entry of an inbox by the component that customers embed.
    values: ["^dashboard/", "^contract/", "^client/", "^inbox/(core|react)/"],
    comment:
      "The dashboard talks to the API over HTTP like anybody else: call it through the client of dashboard/app/client.ts, and put a shape that " +
      "both sides need into contract/.",
  }),
  ...row({
    name: "db",
    place: "^db/",
    values: ["^db/", "^contract/", "^domain/"],
    types: ["^config\\.ts$"],
    comment:
      "The database layer stores and finds. A rule belongs in domain/; whatever also calls a provider or the engine is an " +
      "activity or a file of api/services/, which calls the query.",
  }),
  ...row({
    name: "replayed-code",
    place: replayed,
    values: [replayed, pureDomain, "^contract/constants/"],
    types: ["^activities/index\\.ts$"],
    comment:
      "Replayed code has to decide the same way every time: it knows activities by type only, and neither db, providers, " +
      "templates, zod nor configuration. Do the work in an activity and call it through proxyActivities.",
  }),
  ...row({
    name: "engine-client",
    place: "^engine/(client|describe-queues|execution-id|failed-executions|unavailable)\\.ts$",
    values: [
      "^engine/(messages|policies|ids|describe-queues|execution-id|refs|failed-executions|unavailable)\\.ts$",
      "^domain/(errors|lanes/priorities)\\.ts$",
    ],
    types: ["^engine/(workflows/|client\\.ts$)"],
    comment:
      "The API imports these files, so they must not bundle workflow code: name a workflow function by its string, take its " +
      "input with `import type`, and share constants through engine/{messages,policies,ids,refs}.ts.",
  }),
  ...row({
    name: "engine-setup",
    place: "^engine/(connect|schedules|workflow-bundle|bundle-workflows)\\.ts$",
    values: ["^engine/(messages|policies|ids|refs|client|workflow-bundle)\\.ts$", "^contract/constants/"],
    types: ["^config\\.ts$", "^telemetry/", "^domain/times/durations\\.ts$"],
    comment:
      "Connecting and scheduling need the configuration's types. Real dependencies meet in processes/start-worker.ts.",
  }),
  ...row({
    name: "rendering",
    place: "^rendering/",
    values: ["^rendering/", "^contract/", "^domain/", "^threads/"],
    comment:
      "Rendering turns templates and variables into texts, for sends and previews alike: read before, and pass in what was read.",
  }),
  ...row({
    name: "events",
    place: "^events/",
    values: [
      "^events/",
      "^contract/",
      "^domain/",
      "^db/",
      "^providers/bridge/",
      "^engine/(client|execution-id|policies)\\.ts$",
    ],
    types: ["^config\\.ts$"],
    comment:
      "Events are accepted for the API and for schedules of the worker alike: take of a call what events/event-call.ts says, and leave " +
      "answers, audit and HTTP to the API.",
  }),
  ...row({
    name: "explain",
    place: "^explain/",
    values: ["^explain/", "^activities/", "^rendering/", "^contract/", "^domain/", "^db/", "^engine/policies\\.ts$"],
    comment:
      "Explaining decides by the code of runs, with a store that writes nothing. Views of it belong in api/views/.",
  }),
  ...row({
    name: "activities",
    place: "^activities/",
    values: [
      "^activities/",
      "^contract/",
      "^domain/",
      "^db/",
      "^providers/",
      "^rendering/",
      "^engine/(client|refs|policies|ids|execution-id)\\.ts$",
      "^telemetry/",
      "^threads/",
    ],
    types: ["^config\\.ts$", "^engine/failed-executions\\.ts$"],
    comment:
      "An activity gets its dependencies from the worker (activities/deps.ts) and reaches the engine by engine/client.ts. " +
      "What the engine and an activity share is plain data: engine/{refs,ids,policies}.ts.",
  }),
  ...row({
    name: "api",
    place: "^api/",
    values: [
      "^api/",
      "^contract/",
      "^domain/",
      "^db/",
      "^events/",
      "^providers/(registry|logo|stored-credentials|provider-error|redact|session-cache|subscriber-oauth|reports/(report-url|delivery-reports)|http/http|bridge/[^/]+)\\.ts$",
      "^engine/(client|refs|ids|execution-id|policies)\\.ts$",
      "^telemetry/",
      "^threads/",
      "^inbox/react/languages/[a-z]{2}\\.ts$",
    ],
    types: ["^config\\.ts$", "^providers/", "^explain/", "^inbox/react/languages/texts\\.ts$"],
    comment:
      "The API reaches Temporal through engine/client.ts and knows of providers what their registry says. Sending is an " +
      "activity's work, but for tests that have no run; configuration arrives through buildApp(deps). Of the inbox, its page of preferences has the texts.",
  }),
  ...row({
    name: "telemetry",
    place: "^telemetry/",
    values: ["^telemetry/"],
    types: ["^config\\.ts$"],
    comment: "Everything may log and count, so telemetry depends on nothing but the configuration's types.",
  }),
  ...row({
    name: "threads",
    place: "^threads/",
    values: ["^threads/"],
    comment:
      "Threads run what activities and the API give them and know neither: pass in the file of the task, its limits and its " +
      "input.",
  }),
  ...row({
    name: "config",
    place: "^config(\\.ts$|/)",
    values: ["^config/"],
    comment: "Everything starts with the configuration, so it imports nothing else of ours.",
  }),
];

/** The folders of activities/, from the ground up: a file imports those before its own, and never the root, which holds the activities. */
const activityFolders = [
  "run",
  "channels",
  "steps",
  "lanes",
  "gate",
  "ahead",
  "decide",
  "slice",
  "imports",
  "inbound",
  "upkeep",
];

const ownPlaces = [
  ...activityFolders.map((folder, index) => ({
    name: `activities-${folder}`,
    comment:
      `activities/${folder}/ is below what this file is in. Move what both need further down, into a file that knows neither, or pass it ` +
      "in as an argument.",
    severity: "error",
    from: { path: `^activities/${folder}/`, pathNot: testCode },
    to: { path: [`^activities/(${activityFolders.slice(index + 1).join("|") || "-"})/`, "^activities/[^/]+$"] },
  })),
  {
    name: "entry-points",
    comment:
      "This file is a process: importing it would start one. Import processes/start-worker.ts or processes/start-api.ts, which take " +
      "their dependencies.",
    severity: "error",
    from: {},
    to: { path: entryPoints },
  },
  {
    name: "processes",
    comment: "Processes wire the rooms and decide nothing, so no room imports them: pass in what it needs of them.",
    severity: "error",
    from: { pathNot: ["^(processes|scripts|bench)/", testCode] },
    to: { path: "^processes/" },
  },
  {
    name: "test-support",
    comment: "Test support is not part of the product. What production code needs too moves next to that code.",
    severity: "error",
    from: { path: ourFiles, pathNot: [testCode, ...developmentOnly] },
    to: { path: testCode },
  },
  {
    name: "dashboard-features",
    comment:
      "Features do not import each other, so that each can be changed by itself: let the route compose them, or move what " +
      "both need to dashboard/components/.",
    severity: "error",
    from: { path: "^dashboard/features/([^/]+)/" },
    to: { path: "^dashboard/features/", pathNot: "^dashboard/features/$1/" },
  },
  {
    name: "inbox-core",
    comment:
      "inbox/core works without React, so that other frameworks can use it. Put hooks and components into inbox/react/.",
    severity: "error",
    from: { path: "^inbox/core/", pathNot: testCode },
    to: { path: ["^inbox/react/", "node_modules/(@types/)?react(-dom)?/"] },
  },
  {
    name: "across-by-alias",
    comment:
      "Across folders import through package.json's imports, as in `#db/client.ts`: a file can then move freely.",
    severity: "error",
    from: { path: "^([^/]+)/" },
    to: { path: ourFiles, pathNot: "^$1/", dependencyTypesNot: ["aliased"] },
  },
  {
    name: "inside-relatively",
    comment: "Inside one top-level folder import relatively, so that the path shows how near the other file is.",
    severity: "error",
    // `#test/support/` is how every test calls it, also those beside it. What is three folders away has its whole path, as
    // `noRestrictedImports` of Biome asks; the dashboard writes its components so everywhere.
    from: { path: "^([^/]+)/", pathNot: ["^(test|dashboard)/", "^[^/]+/[^/]+/[^/]+/[^/]+/"] },
    to: { path: "^$1/", dependencyTypes: ["aliased"] },
  },
  {
    name: "no-cycles",
    comment:
      "These files need each other, if only by their types, so that neither can be read first. Move what both need into a third " +
      "file, below them.",
    severity: "error",
    from: { pathNot: [testCode, "^bench/", "^knip\\.ts$"] },
    to: { circular: true },
  },
  {
    name: "no-cycles-of-values",
    comment: "These files need each other when they are loaded. Move what both need into a third file.",
    severity: "error",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: typeOnly } },
  },
  {
    name: "api-below-its-wiring",
    comment:
      "This file puts the application together out of its folders. Move what a folder needs of it into a file of its own, as " +
      "api/app-config.ts.",
    severity: "error",
    from: { path: "^api/[^/]+/", pathNot: testCode },
    to: { path: "^api/app\\.ts$" },
  },
  {
    name: "services-below-plugins",
    comment:
      "Plugins and routes call services, and never the other way: move what both need beside api/caller.ts, or into the service.",
    severity: "error",
    from: { path: "^api/(services|views|controls|mjml|import-files)/", pathNot: testCode },
    to: { path: "^api/(plugins|routes)/" },
  },
  {
    name: "queries-below-transactions",
    comment:
      "This file opens a transaction and runs queries in it, so no query imports it: take the transaction as an argument.",
    severity: "error",
    from: { path: "^db/(queries|schema)/", pathNot: testCode },
    to: { path: "^db/(end-window|first-organization|presence-expiry|seed)\\.ts$" },
  },
];

const packages = [
  {
    name: "domain-packages",
    comment:
      "Replayed code may contain this rule of the domain, so it has neither packages nor rules that have some. Take the type alone, " +
      "pass the result in, or name the file in `havePackages` of this configuration, which closes it to replayed code.",
    severity: "error",
    from: { path: pureDomain, pathNot: testCode },
    to: { path: ["node_modules/", `^domain/${havePackages}`], dependencyTypesNot: typeOnly },
  },
  {
    name: "replayed-code-packages",
    comment:
      "Replayed code runs in Temporal's sandbox: @temporalio/workflow and common are its only package, and Node's modules are not " +
      "there. Do it in an activity, or write it as a pure function in domain/.",
    severity: "error",
    from: { path: replayed, pathNot: testCode },
    to: { path: "node_modules/", pathNot: "node_modules/@temporalio/(workflow|common)/", dependencyTypesNot: typeOnly },
  },
  {
    name: "no-node-modules",
    comment:
      "This code runs in a browser, is replayed by Temporal, or is a rule without I/O: Node's modules have no place in it. " +
      "Do the work in an activity, a query or a service and pass the result in.",
    severity: "error",
    from: {
      path: [replayed, "^(contract|domain|dashboard|inbox|client)/"],
      pathNot: [testCode, "^(dashboard|inbox)/vite\\.config\\.ts$"],
    },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "contract-packages",
    comment: "zod is the contract's only package, so that everybody can afford to import it.",
    severity: "error",
    from: { path: "^contract/", pathNot: testCode },
    to: { path: "node_modules/", pathNot: "node_modules/zod/" },
  },
  {
    name: "constants-packages",
    comment: "Constants are plain values: replayed code and the inbox import them. A schema belongs one folder up.",
    severity: "error",
    from: { path: "^contract/constants/", pathNot: testCode },
    to: { path: ["node_modules/", "^contract/(?!constants/)"] },
  },
  {
    name: "forms-by-schema",
    comment: "Forms take `schemaResolver`, or `useSchemaResolver`: the validator's own sentences are not for people.",
    severity: "error",
    from: { path: "^dashboard/", pathNot: "^dashboard/forms/schema-resolver\\.ts$" },
    to: { path: "node_modules/@hookform/resolvers/" },
  },
  {
    name: "temporal-packages",
    comment:
      "Only engine/ speaks with Temporal: add a method to engine/client.ts. (Activities have their own two packages.)",
    severity: "error",
    from: { path: ourFiles, pathNot: ["^(engine|processes|scripts|bench)/", testCode] },
    to: {
      path: "node_modules/@temporalio/",
      pathNot: "node_modules/@temporalio/(activity|common)/",
      dependencyTypesNot: typeOnly,
    },
  },
  {
    name: "database-packages",
    comment: "SQL lives in db/: write a named function in db/queries/ that is given the environment, and call that.",
    severity: "error",
    from: { path: ourFiles, pathNot: ["^(db|scripts|bench)/", testCode] },
    to: { path: "node_modules/(drizzle-orm|postgres)/", dependencyTypesNot: typeOnly },
  },
  {
    name: "no-development-packages",
    comment: "`npm ci --omit=dev` has to run the server: move the package to dependencies, or do without it.",
    severity: "error",
    from: { path: serverCode, pathNot: testCode },
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only", "npm"] },
  },
  {
    name: "resolvable",
    comment:
      "The imported file or package does not exist: correct the path (with its extension) or install the package.",
    severity: "error",
    from: {},
    to: { couldNotResolve: true },
  },
];

export default {
  forbidden: [...table, ...ownPlaces, ...packages],
  options: {
    // test/vendor-sdks imports packages that are not installed with the project.
    exclude: { path: "(^|/)dist/|^(coverage|docs|test/vendor-sdks|\\.belfry|\\.git)/|\\.gen\\.ts$" },
    doNotFollow: { path: "node_modules" },
    // Types vanish when compiled; the rules want to see them, as a type is a dependency of whoever reads the code.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "types", "default"] },
  },
};
