import { randomUUID } from "node:crypto";
import { readdirSync, readlinkSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { advancePortion } from "#activities/advance-import.ts";
import { IMPORT_LINES_MAX, IMPORT_MAX_BYTES, IMPORT_PROBLEMS_MAX } from "#contract/constants/imports.ts";
import type { Import, ImportProblem } from "#contract/imports.ts";
import { type InboxEvent, listenToInboxes } from "#db/notify.ts";
import { getImport } from "#db/queries/imports/imports.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";

// A file of subscribers, topics or preferences is stored as a whole, and worked off in portions.

const { api, runner } = await apiWithRunner();
const { app, db } = api;

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

const TYPES = { csv: "text/csv", json: "application/json", ndjson: "application/x-ndjson" };

const send = (
  kind: string,
  payload: string | Buffer,
  { format = "csv", query = "", headers = {} }: { format?: keyof typeof TYPES; query?: string; headers?: object } = {},
) =>
  app.inject({
    method: "POST",
    url: `/v1/imports?kind=${kind}${query}`,
    headers: { ...environment.headers, "content-type": TYPES[format], ...headers },
    payload,
  });

const get = async (path: string) => (await app.inject({ url: `/v1${path}`, headers: environment.headers })).json();

/** Works an import off as its execution does. Returns it as it is then. */
async function workOff(id: string): Promise<Import> {
  const ref = { ...environment.scope, importId: id };
  while ((await runner.call(runner.activities.advanceImport, ref)).more) {}
  return (await get(`/imports/${id}`)).data;
}

async function imported(...args: Parameters<typeof send>): Promise<Import & { problems: ImportProblem[] }> {
  const answer = await send(...args);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  const result = await workOff(answer.json().data._id);
  return { ...result, problems: (await get(`/imports/${result._id}/problems`)).data };
}

const exported = async (kind: string, format = "csv"): Promise<string> =>
  (await app.inject({ url: `/v1/exports/${kind}?format=${format}`, headers: environment.headers })).body;

const subscriber = async (id: string) => (await get(`/subscribers/${id}`)).data;

test("integers beyond 2^53 are imported and exported with all their digits, and what no double reaches is a problem", async () => {
  const lines = [
    '{"subscriberId":"ada","data":{"id":9007199254740993}}',
    '{"subscriberId":"bob","data":{"id":1e400}}',
    '{"subscriberId":"cyd","data":{"list":[-9007199254740995]}}',
  ];
  const { problems } = await imported("subscribers", lines.join("\n"), { format: "ndjson" });
  expect(problems).toMatchObject([{ line: 2, field: "data.id", message: expect.stringContaining("beyond 1.8e308") }]);
  expect(await imported("subscribers", 'subscriberId,data\ndan,"{""id"":9007199254740997}"\n')).toMatchObject({
    problems: [],
  });
  const file = await exported("subscribers", "ndjson");
  expect(file.match(/-?\d{16}/g)?.sort()).toEqual(["-9007199254740995", "9007199254740993", "9007199254740997"]);
  expect(await exported("subscribers")).toContain('{""id"":9007199254740993}');
});

describe("a file of subscribers", () => {
  test("in CSV creates and changes subscribers, and an empty cell changes nothing", async () => {
    const header = "subscriberId,firstName,email,data.plan,data.seats";
    expect(await imported("subscribers", `${header}\r\nada,Ada,ada@example.com,pro,5\r\nbob,Bob,,,\r\n`)).toMatchObject(
      {
        state: "completed",
        total: 2,
        done: 2,
        created: 2,
        updated: 0,
        unchanged: 0,
        failed: 0,
        problems: [],
      },
    );
    expect(await subscriber("ada")).toMatchObject({ firstName: "Ada", data: { plan: "pro", seats: "5" } });
    expect(await imported("subscribers", `${header}\nada,,,,\nbob,Robert,,,\n`)).toMatchObject({
      updated: 1,
      unchanged: 1,
    });
    expect(await subscriber("bob")).toMatchObject({ firstName: "Robert" });
  });

  test("may have a byte order mark, semicolons or tabs, quotes, lines within cells and empty lines", async () => {
    const text = '\ufeffsubscriberId;firstName;lastName\r\nada;"Ada; ""the first""";"Love\r\nlace"\r\n\r\n';
    expect(await imported("subscribers", text)).toMatchObject({ created: 1, failed: 0 });
    expect(await subscriber("ada")).toMatchObject({ firstName: 'Ada; "the first"', lastName: "Love\r\nlace" });
    expect(await imported("subscribers", "subscriberId\tfirstName\nbob\tBob\n")).toMatchObject({ created: 1 });
  });

  test("in JSON is an array or one object in each line", async () => {
    const people = [
      { subscriberId: "ada", firstName: 'A "{[\\', data: { nested: [{ a: "]" }] } },
      { subscriberId: "bob", data: { seats: 5 } },
    ];
    expect(await imported("subscribers", JSON.stringify(people, null, 2), { format: "json" })).toMatchObject({
      created: 2,
    });
    expect(await subscriber("ada")).toMatchObject({ firstName: 'A "{[\\', data: { nested: [{ a: "]" }] } });
    const lines = people.map((person) => JSON.stringify(person)).join("\n");
    expect(await imported("subscribers", lines, { format: "ndjson" })).toMatchObject({ created: 0, unchanged: 2 });
  });

  test("is decoded by the charset that its content type names", async () => {
    const headers = { "content-type": "text/csv; charset=windows-1251" };
    const file = Buffer.concat([Buffer.from("subscriberId,firstName\nada,"), Buffer.from([0xc0, 0xe4, 0xe0])]);
    expect(await imported("subscribers", file, { headers })).toMatchObject({ created: 1 });
    expect(await subscriber("ada")).toMatchObject({ firstName: "Ада" });
    const refused = await send("subscribers", file, { headers: { "content-type": "text/csv; charset=utf-8" } });
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining("The file is not in UTF-8")]);
    const unknown = await send("subscribers", file, { headers: { "content-type": "text/csv; charset=utf-7" } });
    expect(unknown.statusCode).toBe(415);
  });

  test("lists what is wrong with each line, by number, field and remedy, and writes the others", async () => {
    const lines = [
      "subscriberId,email,locale,data",
      "ada,ada@example.com,,",
      "bob,nobody,,",
      "no spaces,,,",
      "carl,,x!,",
      "ada,,,",
      "dora,,,[1]",
      "eve,too,many,cells,here",
    ];
    const result = await imported("subscribers", lines.join("\n"));
    expect(result).toMatchObject({ total: 7, done: 7, created: 1, failed: 6 });
    expect(result.problems).toEqual([
      { line: 3, field: "email", message: "must be an email" },
      { line: 4, field: "subscriberId", message: "must consist of letters, digits, underscores and hyphens" },
      { line: 5, field: "locale", message: "must be a locale such as en or pt-BR" },
      { line: 6, field: "subscriberId", message: "is in line 2 already: keep one of the lines" },
      { line: 7, field: "data", message: expect.stringContaining("must be a JSON object") },
      { line: 8, message: "The line has 5 cells and the header 4: quote cells that contain a separator" },
    ]);
    const json = await imported("subscribers", '[{"subscriberId": "x"},\n{"subscriberid": "y"},\n{"a" 1}]', {
      format: "json",
    });
    expect(json.problems).toEqual([
      { line: 2, field: "subscriberid", message: expect.stringContaining("is no field of subscribers: remove it") },
      { line: 3, message: expect.stringContaining("no JSON object") },
    ]);
  });

  test("that is only checked writes nothing, and says what it would do", async () => {
    const dry = await imported("subscribers", "subscriberId,email\nada,\nbob,wrong\n", { query: "&dryRun=true" });
    expect(dry).toMatchObject({ dryRun: true, state: "completed", created: 1, failed: 1 });
    expect((await get("/subscribers")).data).toEqual([]);
  });

  test("holds text that Postgres cannot store in one line, and the others are written", async () => {
    const result = await imported(
      "subscribers",
      `${["a", "b\\u0000", "c"]
        .map((name, number) => `{"subscriberId":"s${number}","firstName":"${name}"}`)
        .join("\n")}`,
      { format: "ndjson" },
    );
    expect(result).toMatchObject({ created: 2, failed: 1, problems: [{ line: 2 }] });
  });
});

describe("columns of a file", () => {
  const columns = (fields: object) => `&columns=${encodeURIComponent(JSON.stringify(fields))}`;
  const FIELDS = { "Kunden-Nr.": "subscriberId", "E-Mail": "email", Firma: "data.company", Notiz: null };

  test("are given fields by the names that the file has for them, and those without one are left out", async () => {
    const windows1252 = Buffer.from(
      "Kunden-Nr.;E-Mail;Firma;Notiz;First name\r\nada;ada@example.com;Böse & Söhne;x;Ada\r\n",
      "latin1",
    );
    expect(await imported("subscribers", windows1252, { query: columns(FIELDS) })).toMatchObject({
      created: 1,
      problems: [],
    });
    expect(await subscriber("ada")).toMatchObject({
      firstName: "Ada",
      email: "ada@example.com",
      data: { company: "Böse & Söhne" },
    });
  });

  test("may be left out twice under one name, and a header once more is read by the same names", async () => {
    const text = "Notiz,Kunden-Nr.,Notiz\n1,ada,2\nKunden-Nr.,Notiz,Firma\nbob,3,Acme\n";
    expect(await imported("subscribers", text, { query: columns(FIELDS) })).toMatchObject({ created: 2, problems: [] });
    expect(await subscriber("bob")).toMatchObject({ data: { company: "Acme" } });
  });

  test("are the names of a file of JSON, whose values keep their types", async () => {
    const lines = [
      { "Kunden-Nr.": "ada", Firma: { name: "Acme" }, Notiz: 1, data: { seats: 5 } },
      { "Kunden-Nr.": "bob", subscriberId: "bob" },
      { "Kunden-Nr.": "carl", Firma: "Acme", data: { company: "Acme" } },
      { "Kunden-Nr.": "dora", Firma: "Acme", data: "none" },
    ];
    const { created, problems } = await imported("subscribers", lines.map((line) => JSON.stringify(line)).join("\n"), {
      format: "ndjson",
      query: columns(FIELDS),
    });
    expect({ created, problems }).toEqual({
      created: 1,
      problems: [
        { line: 2, field: "subscriberId", message: "is given twice: leave one of the two out" },
        { line: 3, field: "data.company", message: "is given twice: leave one of the two out" },
        { line: 4, field: "data", message: expect.any(String) },
      ],
    });
    expect(await subscriber("ada")).toMatchObject({ data: { seats: 5, company: { name: "Acme" } } });
  });

  test.each([
    ["that are no fields", { Name: "fullName" }, "columns.Name is no field of topics: use one of topicKey"],
    ["that are data of topics", { Name: "data.name" }, "columns.Name is no field of topics"],
    ["that are numbers", { Name: 1 }, "must be a JSON object of fields by column"],
    ["two of which are the same field", { a: "topicKey" }, "the column topicKey is there twice"],
  ])("%s are refused with the file", async (_what, fields, message) => {
    const answer = await send("topics", "topicKey,a\ncrew,b\n", { query: columns(fields) });
    expect([answer.statusCode, JSON.stringify(answer.json().message)]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe("a file is refused as a whole", () => {
  test.each([
    [
      "with a column that does not exist",
      "subscribers",
      "subscriberId,emial\nada,x\n",
      'have no column "emial": rename or remove it',
    ],
    ["without its key", "subscribers", "email\nx\n", "the column subscriberId is missing"],
    ["with a column twice", "topics", "topicKey,topicKey\na,b\n", "the column topicKey is there twice"],
    ["with data in two ways", "subscribers", "subscriberId,data,data.a\nx,,\n", "use one or the other"],
    [
      "with a quote that is not closed",
      "subscribers",
      'subscriberId\n"ada\n',
      "Line 2: a quote is opened and not closed",
    ],
    ["without lines", "subscribers", "subscriberId\n", "The file has no lines"],
    ["that is empty", "subscribers", "\n", "The file has no lines"],
    ["that is a workbook", "subscribers", Buffer.from("PK\x03\x04sheet"), "The file is an Excel workbook"],
    ["in another encoding", "subscribers", Buffer.from([0x73, 0x81, 0xfe, 0x0a]), "in an encoding that is not known"],
  ] as const)("%s", async (_what, kind, text, message) => {
    const answer = await send(kind, text);
    expect([answer.statusCode, JSON.stringify(answer.json().message)]).toEqual([
      400,
      expect.stringContaining(JSON.stringify(message).slice(1, -1)),
    ]);
    expect((await get("/imports")).data).toEqual([]);
  });

  test.each(["{}", "[1]", '[{"subscriberId":"a"}', '[{"subscriberId":"a"}}', '[{"a":1} {"b":2}]', "[[[["])(
    "when it is no JSON array of objects: %s",
    async (text) => {
      expect((await send("subscribers", text, { format: "json" })).statusCode).toBe(400);
    },
  );

  test("beyond the most lines and bytes, and without a format", async () => {
    const lines = Array.from({ length: IMPORT_LINES_MAX + 1 }, (_, number) => `s${number}`);
    expect((await send("subscribers", `subscriberId\n${lines.join("\n")}`)).statusCode).toBe(413);
    expect((await send("subscribers", Buffer.alloc(IMPORT_MAX_BYTES + 1, "x"))).statusCode).toBe(413);
    expect((await send("subscribers", "x", { headers: { "content-type": "image/png" } })).statusCode).toBe(400);
    expect((await send("subscribers", "")).statusCode).toBe(400);
    expect((await send("people", "x")).statusCode).toBe(400);
  });

  test("while three others are under way", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, number) => send("subscribers", `subscriberId\ns${number}\n`)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 409, 409]);
  });
});

describe("topics and preferences", () => {
  beforeEach(() => imported("subscribers", "subscriberId\nada\nbob\n"));

  test("a line of topics creates or renames a topic and adds a member", async () => {
    const file = "topicKey,name,subscriberId\nnews,News,ada\nnews,News,bob\nempty,Nobody,\nnews,News,carl\n";
    const first = await imported("topics", file);
    expect(first).toMatchObject({ created: 3, failed: 1 });
    expect(first.problems).toEqual([
      { line: 5, field: "subscriberId", message: expect.stringContaining("names no subscriber") },
    ]);
    expect((await get("/topics/news")).data).toMatchObject({
      name: "News",
      subscribers: expect.arrayContaining(["ada", "bob"]),
    });
    expect(await imported("topics", file.replaceAll("News", "Latest"))).toMatchObject({
      created: 0,
      updated: 2,
      unchanged: 1,
    });
    expect((await get("/topics/news")).data.name).toBe("Latest");
  });

  test("a line of preferences sets what it names, for a workflow or for all, and hours", async () => {
    const { identifier } = await aWorkflow(db, environment, [aStep("email"), aStep("in_app")]);
    const schedule = { isEnabled: true, weeklySchedule: { monday: { isEnabled: true } } };
    const lines = [
      { subscriberId: "ada", enabled: true, email: false, schedule },
      { subscriberId: "ada", workflow: identifier, in_app: false },
      { subscriberId: "bob", workflow: "unknown", email: true },
      { subscriberId: "bob", workflow: identifier, schedule },
    ].map((line) => JSON.stringify(line));
    const result = await imported("preferences", lines.join("\n"), { format: "ndjson" });
    expect(result).toMatchObject({ created: 2, failed: 2 });
    expect(result.problems).toEqual([
      { line: 3, field: "workflow", message: expect.stringContaining("names no workflow") },
      { line: 4, field: "schedule", message: expect.stringContaining("a line without a workflow") },
    ]);
    expect(await imported("preferences", lines.slice(0, 2).join("\n"), { format: "ndjson" })).toMatchObject({
      unchanged: 2,
    });
    const [one] = (await get("/subscribers/ada/preferences")).data;
    expect(one.preference.channels).toMatchObject({ email: false, in_app: false });
  });

  test("choices and hours that a file changes are a hint to the open inboxes of their subscribers, once for each", async () => {
    const noted: InboxEvent[] = [];
    const { unlisten } = await listenToInboxes(db, {
      events: (events) => noted.push(...events),
      connected: () => {},
      unreadable: () => {},
    });
    const { identifier } = await aWorkflow(db, environment, [aStep("email")]);
    const { id } = await getSubscriber(db, environment.scope, "ada");
    const lines = [
      { subscriberId: "ada", email: false },
      { subscriberId: "ada", workflow: identifier, email: true },
      { subscriberId: "ada", schedule: { isEnabled: true, weeklySchedule: { monday: { isEnabled: true } } } },
    ];
    const hint = { kind: "preferences", environmentId: environment.environmentId, subscriberId: id };
    const hints = async (file: object[], query = "") => {
      noted.splice(0);
      await imported("preferences", JSON.stringify(file), { format: "json", query });
      return noted.filter(({ environmentId }) => environmentId === environment.environmentId);
    };
    expect(await hints(lines, "&dryRun=true")).toEqual([]);
    expect(await hints(lines)).toEqual([hint]);
    expect(await hints(lines)).toEqual([]);
    expect(await hints([{ subscriberId: "ada", schedule: { isEnabled: false } }])).toEqual([hint]);
    await unlisten();
  });

  test("what is exported can be imported elsewhere, and gives the same", async () => {
    const { identifier } = await aWorkflow(db, environment, [aStep("email")]);
    const people = [
      {
        subscriberId: "ada",
        firstName: "=HYPERLINK(1)",
        lastName: "'+x",
        phone: "+49 30",
        data: { n: 5, t: 'a,"b"\n' },
        timezone: "Europe/Berlin",
      },
      { subscriberId: "carl", email: "carl@example.com", avatar: "-1", locale: "de" },
    ];
    await imported("subscribers", JSON.stringify(people), { format: "json" });
    await imported("topics", "topicKey,name,subscriberId\nnews,@News,ada\nempty,E,\n");
    const schedule = { isEnabled: true, weeklySchedule: { monday: { isEnabled: true } } };
    await imported(
      "preferences",
      JSON.stringify([
        { subscriberId: "ada", email: false, schedule },
        { subscriberId: "ada", workflow: identifier, enabled: false },
        { subscriberId: "ada", workflow: identifier, enabled: true, contextKeys: ["tenant:acme"] },
        { subscriberId: "ada", email: true, contextKeys: "tenant:acme app:mail" },
      ]),
      { format: "json" },
    );
    const ofContexts = await imported("preferences", "subscriberId,email,contextKeys\nada,true,acme\n");
    expect(ofContexts.problems).toEqual([
      { line: 2, field: "contextKeys", message: expect.stringContaining("must be keys of a type and an id") },
    ]);
    for (const format of ["csv", "ndjson"] as const) {
      const files = new Map<string, string>();
      for (const kind of ["subscribers", "topics", "preferences"]) files.set(kind, await exported(kind, format));
      // No cell is taken for a formula.
      if (format === "csv") expect([...files.values()].join("\n")).not.toMatch(/(^|,|")[=+\-@]/m);
      const source = environment;
      environment = await createTestEnvironment(db);
      await aWorkflow(db, environment, [aStep("email")], { name: identifier });
      const [copy] = (await get("/workflows")).data;
      for (const [kind, text] of files) {
        const result = await imported(kind, text.replaceAll(identifier, copy.triggers[0].identifier), { format });
        expect([kind, result.failed, result.total]).toEqual([kind, 0, result.created + result.unchanged]);
        const again = (await exported(kind, format)).replaceAll(copy.triggers[0].identifier, identifier);
        expect(again.split("\n").sort()).toEqual(text.split("\n").sort());
      }
      environment = source;
    }
  });
});

describe("a large file", () => {
  const many = (count: number) =>
    `subscriberId\n${Array.from({ length: count }, (_, number) => `s${number}`).join("\n")}\n`;

  test("is worked off in portions, of which two attempts at once write each once", async () => {
    const { _id } = (await send("subscribers", many(1_201))).json().data;
    for (let portion = 0; portion < 4; portion++) {
      const row = await getImport(db, environment.scope, _id);
      await Promise.all([advancePortion(runner.deps, row), advancePortion(runner.deps, row)]);
      const { done, created } = (await get(`/imports/${_id}`)).data;
      expect([done, created]).toEqual([Math.min(1_201, (portion + 1) * 500), Math.min(1_201, (portion + 1) * 500)]);
    }
    expect(await workOff(_id)).toMatchObject({ state: "completed", done: 1_201, created: 1_201 });
    expect(await db.$client`select from import_portions where import_id = ${_id}`).toHaveLength(0);
  });

  test("that is cancelled keeps what was written, and writes no more", async () => {
    const { _id } = (await send("subscribers", many(700))).json().data;
    await advancePortion(runner.deps, await getImport(db, environment.scope, _id));
    const cancel = () => app.inject({ method: "POST", url: `/v1/imports/${_id}/cancel`, headers: environment.headers });
    expect((await cancel()).json().data).toMatchObject({ state: "canceled", done: 500 });
    expect(await workOff(_id)).toMatchObject({ state: "canceled", done: 500 });
    expect((await cancel()).json().data.state).toBe("canceled");
  });

  test("counts all problems, and lists the first ones by cursor", async () => {
    const text = `subscriberId\n${"not allowed\n".repeat(1)}${Array.from({ length: 1_100 }, (_, number) => `no ${number}`).join("\n")}`;
    const result = await imported("subscribers", text);
    expect(result.failed).toBe(1_101);
    const lines: number[] = [];
    for (let cursor: number | null = 0; cursor !== null; ) {
      const page = await get(`/imports/${result._id}/problems?limit=400&cursor=${cursor}`);
      lines.push(...page.data.map(({ line }: ImportProblem) => line));
      cursor = page.next;
    }
    expect(lines).toEqual(Array.from({ length: IMPORT_PROBLEMS_MAX }, (_, index) => index + 2));
  });

  test("without an execution is begun by the reconciler", async () => {
    const { _id } = (await send("subscribers", many(1))).json().data;
    const started: string[] = [];
    const startImport = async ({ importId }: { importId: string }) => void started.push(importId);
    const { createEventRunner } = await import("#test/support/run-event.ts");
    const reconciler = createEventRunner(db, { engine: { ...runner.deps.engine, startImport } });
    reconciler.skip(60_000);
    await reconciler.call(reconciler.activities.reconcile);
    expect(started).toContain(_id);
    await reconciler.close();
  });
});

test("no file stays open, whether it was imported or refused", async () => {
  const open = () =>
    readdirSync("/proc/self/fd")
      .map((fd) => linkOf(`/proc/self/fd/${fd}`))
      .filter((path) => path.includes("belfry-import-"));
  await imported("subscribers", "subscriberId\nada\n");
  await send("subscribers", "nonsense\nada\n");
  await send("subscribers", Buffer.alloc(IMPORT_MAX_BYTES + 1, "x"));
  await vi.waitFor(() => expect(open()).toEqual([]), 10_000);
});

/** Empty for a file that was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

test("attempts of one call make one import", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const text = "subscriberId\nada\n";
  const first = await send("subscribers", text, { headers });
  const second = await send("subscribers", text, { headers });
  expect([second.statusCode, second.json().data._id]).toEqual([201, first.json().data._id]);
  expect((await send("subscribers", "subscriberId\nbob\n", { headers })).statusCode).toBe(422);
  expect((await get("/imports")).data).toHaveLength(1);
});

test("imports are listed newest first, by cursor", async () => {
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) ids.unshift((await imported("subscribers", `subscriberId\n${name}\n`))._id);
  const first = await get("/imports?limit=2");
  const second = await get(`/imports?limit=2&cursor=${first.next}`);
  expect([...first.data, ...second.data].map(({ _id }: Import) => _id)).toEqual(ids);
  expect(second).toMatchObject({ hasMore: false, next: null });
});
