import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { LARGE_BODY_BYTES } from "#contract/constants/limits.ts";
import { Failure } from "#contract/schemas/common.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

const api = await testApp();
const { app, db } = api;
afterAll(() => api.close());
let environment: TestEnvironment;
beforeAll(async () => {
  environment = await createTestEnvironment(db);
  await app.listen({ host: "127.0.0.1", port: 0 });
});

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "OPTIONS";

async function call(method: Method, url: string, payload?: object | string, headers: Record<string, string> = {}) {
  const reply = await app.inject({
    method,
    url,
    headers: { ...environment.headers, ...(payload && { "content-type": "application/json" }), ...headers },
    ...(payload !== undefined && { payload }),
  });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}

const refusal = {
  timestamp: expect.stringMatching(/^\d{4}-.+Z$/),
  error: "Bad Request",
  code: "bad_request",
  requestId: expect.stringMatching(/^[\w-]{36}$/),
  statusCode: 400,
};

describe("a refusal has the fields that clients need", () => {
  test.each(["/v1/topics/50%", "/v1/subscribers/%E0%A4%A", "/v2/topics/%ED%A0%80"])(
    "when an address cannot be decoded: %s",
    async (url) => {
      const { status, body } = await call("GET", url);
      expect(status).toBe(400);
      expect(body).toEqual({ ...refusal, path: url, message: expect.stringContaining("encode each part of its path") });
    },
  );

  test("when the type of a body is not read", async () => {
    const { status, body } = await call("POST", "/v1/topics", "key=a", { "content-type": "text/csv" });
    expect([status, body]).toMatchObject([
      415,
      { statusCode: 415, message: expect.stringContaining("application/json") },
    ]);
  });
});

describe("what is no request that can be read is refused in the same form", () => {
  /** The status and the body of the answer to bytes that are sent as they are. */
  async function sent(request: string) {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    socket.write(request);
    const answer = (await socket.toArray()).join("");
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toContain("application/json");
    return { status: Number(head.split(" ")[1]), body: JSON.parse(body) };
  }
  const long = "x".repeat(20_000);

  test.each([
    ["an address", `GET /v1/topics/${long} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ["a query", `GET /v1/topics?key=${long} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ["a header", `GET /v1/topics HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${long}\r\n\r\n`],
  ])("%s of 20 kB", async (_, request) => {
    const { status, body } = await sent(request);
    expect(status).toBe(431);
    expect(Failure.parse(body)).toEqual({
      ...refusal,
      statusCode: 431,
      error: "Request Header Fields Too Large",
      code: "request_header_fields_too_large",
      message: "The address and the headers are longer than 16384 bytes: shorten them",
      path: "",
    });
  });

  test("bytes that are no HTTP", async () => {
    const { status, body } = await sent("HELLO\r\n\r\n");
    expect([status, Failure.parse(body)]).toMatchObject([400, refusal]);
  });
});

describe("sentences say what a value must be", () => {
  const SUBSCRIPTION = "must be a subscriber id, or an object with a subscriberId, and texts as identifier and name";
  const cases: [Method, string, object, string[]][] = [
    ["PATCH", "/v1/retention", { runs: 0 }, ["runs must not be less than 1"]],
    ["PATCH", "/v1/retention", { runs: 10_000 }, ["runs must not be greater than 730"]],
    [
      ...(["POST", "/v1/webhook-endpoints", { url: "https://example.com", uri: "x", to: 1 }] as const),
      ['must not have the field "uri": remove it', 'must not have the field "to": remove it'],
    ],
    [
      ...(["POST", "/v1/webhook-endpoints", { url: "example.com" }] as const),
      ["url must be an http or https address, such as https://example.com/webhooks"],
    ],
    ["POST", "/v1/subscribers", { subscriberId: "ada", email: 5 }, ["email must be an email"]],
    [
      ...(["POST", "/v1/subscribers", { subscriberId: "ada", timezone: {} }] as const),
      ["timezone must be the name of a time zone such as Europe/Berlin, or UTC"],
    ],
    ["POST", "/v2/topics/crew/subscriptions", { subscriptions: [5] }, [`subscriptions.0 ${SUBSCRIPTION}`]],
    [
      ...(["POST", "/v1/topics/crew/subscribers", {}] as const),
      ["subscribers should not be null or undefined", "subscribers must be an array"],
    ],
    ["GET", "/v1/topics?pageSize=-1", {}, ["pageSize must not be less than 0"]],
  ];
  test.each(cases)("%s %s %j", async (method, url, payload, message) => {
    const { status, body } = await call(method, url, method === "GET" ? undefined : payload);
    expect([status, body.message]).toEqual([400, message]);
  });
});

describe("a refusal by a rule of the domain names the fields that it is about, as one by a schema does", () => {
  test("a list that is empty", async () => {
    const { status, body } = await call("POST", "/v2/topics/crew/subscriptions", { subscriptions: [] });
    const sentence = "subscriptions should not be empty";
    expect([status, body.message, body.fields]).toEqual([400, [sentence], { subscriptions: [sentence] }]);
  });

  test("of a query and of a body alike", async () => {
    const subscriber = await createTestSubscriber(db, environment.scope);
    const after = "0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10";
    const listed = await call("GET", `/v1/inbox/notifications?after=${after}`, undefined, subscriber.headers);
    expect(listed.body).toMatchObject({ code: "invalid_input", fields: { after: [listed.body.message] } });
    const past = { snoozeUntil: "2020-01-01T00:00:00.000Z" };
    const snoozed = await call("PATCH", `/v1/inbox/notifications/${after}/snooze`, past, subscriber.headers);
    expect(snoozed.body).toMatchObject({ fields: { snoozeUntil: ["snoozeUntil must be in the future"] } });
  });

  test("one about the whole names none", async () => {
    const { status, body } = await call("GET", "/v1/messages?limit=1001");
    expect([status, body.message]).toEqual([400, "Limit can not be larger then 1000"]);
    expect(body).not.toHaveProperty("fields");
  });
});

describe("moments that Postgres does not know are refused by the field", () => {
  const ENDPOINT = "/v1/webhook-endpoints/0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10/recover";
  const MOMENTS = ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"];

  test.each(MOMENTS)("%s", async (moment) => {
    const encoded = encodeURIComponent(moment);
    const queries = [
      "audit-logs?from",
      "audit-logs?to",
      "audit-logs/export?from",
      "notifications?after",
      "notifications?before",
    ];
    const read = await Promise.all(queries.map((query) => call("GET", `/v1/${query}=${encoded}`)));
    const sent = await Promise.all([
      call("POST", ENDPOINT, { since: moment }),
      call("POST", "/v1/events/trigger", { name: "x", to: "ada", expiresAt: moment }),
      call("POST", "/v1/events/simulate", { name: "x", after: moment }),
    ]);
    for (const [index, field] of ["from", "to", "from", "after", "before", "since", "expiresAt", "after"].entries()) {
      const { status, body } = [...read, ...sent][index] ?? {};
      expect([field, status, body?.message]).toEqual([
        field,
        400,
        [expect.stringMatching(new RegExp(`^${field} must be`))],
      ]);
    }
  });

  test("others in the first and the last year are taken", async () => {
    const query = "after=0001-01-01T00:00:00Z&before=9999-12-31T23:59:59Z";
    expect((await call("GET", `/v1/notifications?${query}`)).status).toBe(200);
  });
});

describe("JSON that is nested too deeply for what reads it is refused, and stored nowhere", () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const groups = (levels: number) => `${'[{"children":'.repeat(levels)}[]${"}]".repeat(levels)}`;

  test.each([
    ["POST", "/v1/tenants", `{"identifier":"deep","name":"Deep","data":${nested(20_000)}}`],
    ["POST", "/v1/subscribers/bulk", `{"subscribers":[{"subscriberId":"deep","data":${nested(20_000)}}]}`],
    ["POST", "/v1/integrations", `{"providerId":"sendgrid","channel":"email","conditions":${groups(20_000)}}`],
    ["POST", "/v1/events/trigger", `{"name":"x","to":"ada","payload":${nested(20_000)}}`],
  ] as const)("%s %s", async (method, url, payload) => {
    const { status, body } = await call(method, url, payload);
    expect([status, body.message]).toEqual([400, expect.stringContaining("nested more than 1000 levels deep")]);
  });

  test("what is a little less deep is taken, also as conditions, which are the deepest", async () => {
    const tenant = await call("POST", "/v1/tenants", `{"identifier":"flat","name":"Flat","data":${nested(990)}}`);
    const conditions = `{"providerId":"sendgrid","channel":"email","check":false,"conditions":${groups(495)}}`;
    const integration = await call("POST", "/v1/integrations", conditions);
    expect([tenant.status, integration.status]).toEqual([201, 201]);
    for (const url of ["/v1/tenants", "/v1/integrations", "/v1/audit-logs"])
      expect((await call("GET", url)).status).toBe(200);
  });
});

/** A connection that sends the beginning of a call, and what it is answered. */
function begin(headers: string[], text: string) {
  const { port, address } = app.server.address() as AddressInfo;
  const socket = connect(port, address);
  const connection = { socket, answer: "", closed: new Promise((ended) => socket.on("close", ended)) };
  socket.on("data", (chunk) => {
    connection.answer += chunk;
  });
  socket.on("error", () => undefined);
  const authorization = `Authorization: ${environment.headers.authorization}`;
  const lines = ["POST /v1/events/trigger HTTP/1.1", "Host: x", authorization, "Content-Type: application/json"];
  socket.write([...lines, ...headers, "", text].join("\r\n"));
  return connection;
}

describe("what a caller does with a connection", () => {
  const part = "y".repeat(1024 * 1024);
  const chunk = `${part.length.toString(16)}\r\n${part}\r\n`;
  const parts = LARGE_BODY_BYTES / part.length + 1;

  test.each([
    ["was announced", [`Content-Length: ${parts * part.length}`], part, [1, parts - 1], ""],
    ["was not announced", ["Transfer-Encoding: chunked"], chunk, [parts, 3], "0\r\n\r\n"],
  ] as const)(
    "a body that is too large is answered once it was sent, because callers see nothing before: its length %s",
    async (_how, headers, text, [first, rest], end) => {
      const connection = begin([...headers, "Idempotency-Key: large"], text.repeat(first));
      await sleep(500);
      expect([connection.answer, connection.socket.destroyed]).toEqual(["", false]);
      connection.socket.write(text.repeat(rest) + end);
      await connection.closed;
      expect(connection.answer).toMatch(/^HTTP\/1.1 413 /);
      expect(connection.answer).toContain("is larger than");
    },
  );

  test("a request that does not arrive whole within five minutes, or its head within one, is refused", async () => {
    expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([60_000, 300_000]);
    // Node looks at neither where headers have the longer time.
    Object.assign(app.server, { headersTimeout: 300, requestTimeout: 300 });
    const connection = begin(["Content-Length: 1000"], '{"name":');
    await connection.closed;
    Object.assign(app.server, { headersTimeout: 60_000, requestTimeout: 300_000 });
    expect(connection.answer).toMatch(/^HTTP\/1.1 408 /);
  });

  test("a caller who hangs up is no failure of the database", async () => {
    const logged = vi.spyOn(app.log, "error");
    const child = vi.spyOn(app.log, "child").mockReturnValue(app.log);
    const { socket, closed } = begin(["Content-Length: 1000"], '{"name":');
    await sleep(100);
    socket.destroy();
    await closed;
    await sleep(300);
    expect(logged).not.toHaveBeenCalled();
    child.mockRestore();
    logged.mockRestore();
  });

  test("a frame that is too long ends the socket of a client, and is no error", async () => {
    const { applicationIdentifier } = environment;
    const session = await call("POST", "/v1/inbox/session", {
      applicationIdentifier,
      subscriber: { subscriberId: "ada" },
    });
    const { token } = session.body.data;
    const logged = vi.spyOn(app.log, "error");
    const child = vi.spyOn(app.log, "child").mockReturnValue(app.log);
    const socket = new WebSocket(`${app.listeningOrigin.replace("http", "ws")}/v1/inbox/socket?token=${token}`);
    await new Promise((joined) => socket.once("message", joined));
    const closed = new Promise((ended) => socket.once("close", ended));
    socket.send("x".repeat(5_000));
    expect(await closed).toBe(1009);
    expect(logged).not.toHaveBeenCalled();
    child.mockRestore();
    logged.mockRestore();
  });

  test("an OPTIONS call that no browser makes is answered", async () => {
    expect(await call("OPTIONS", "/v1/subscribers")).toEqual({ status: 204, body: undefined });
  });
});
