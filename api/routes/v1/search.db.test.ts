import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { SearchResult } from "#contract/search.ts";
import { webhookEndpoints } from "#db/schema/events/webhook-endpoints.ts";
import { integrations } from "#db/schema/integrations.ts";
import { messages } from "#db/schema/messages.ts";
import { runs } from "#db/schema/runs/runs.ts";
import { subscribers } from "#db/schema/subscribers.ts";
import { tenants } from "#db/schema/tenants.ts";
import { topics } from "#db/schema/topics.ts";
import { layouts } from "#db/schema/workflows/layouts.ts";
import { translationGroups } from "#db/schema/workflows/translation-groups.ts";
import { idSlug } from "#domain/values/short-id.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { aMember } from "#test/support/sign-in.ts";

const { api, environment, deliver } = await apiWithRunner();
const { db } = api;
const { scope } = environment;

async function search(query: string, options: { limit?: number; of?: TestEnvironment; headers?: object } = {}) {
  const { limit, of = environment, headers = of.headers } = options;
  const url = `/v1/search?${new URLSearchParams({ query, ...(limit && { limit: String(limit) }) })}`;
  const reply = await api.app.inject({ url, headers: { ...headers } });
  const found: SearchResult[] = reply.json().data ?? [];
  return { status: reply.statusCode, text: reply.body, found, kinds: found.map(({ kind }) => kind) };
}

const SECRET = `s3cr3t-${randomUUID()}`;
let workflow: { id: string; identifier: string };
let ada: string;

beforeAll(async () => {
  workflow = await aWorkflow(db, environment, [aStep("in_app")], { name: "Nimbus order shipped" });
  const { userId: creatorId } = environment;
  await db.insert(layouts).values({
    ...scope,
    creatorId,
    name: "Dark nimbus",
    identifier: "dark-nimbus",
    content: "{{ body }}",
    variables: [],
  });
  await db.insert(translationGroups).values({ ...scope, creatorId, name: "Nimbus texts", identifier: "nimbus-texts" });
  const [row] = await db
    .insert(subscribers)
    .values({
      ...scope,
      subscriberId: "Nimbus-7",
      firstName: "Ada",
      lastName: "Nimbus",
      email: "Ada@Nimbus.example",
      phone: "+4930123",
    })
    .returning();
  ada = row?.id ?? "";
  await db.insert(topics).values({ ...scope, key: "nimbus:crew", name: "Crew" });
  await db.insert(tenants).values({ ...scope, identifier: "acme", name: "Nimbus Ltd" });
  await db.insert(integrations).values({
    ...scope,
    channel: "email",
    providerId: "sendgrid",
    name: "Mail by nimbus",
    identifier: "sendgrid-nimbus",
    active: true,
    credentials: { apiKey: SECRET },
  });
  await db.insert(webhookEndpoints).values({
    ...scope,
    url: `https://nimbus.example/hook?token=${SECRET}`,
    active: true,
    secret: SECRET,
  });
});

test("everything whose name begins with the text is found, in any case", async () => {
  const { found, text } = await search("nImBuS");
  expect(found.map(({ kind, title, subtitle }) => [kind, title, subtitle])).toEqual([
    ["workflow", "Nimbus order shipped", workflow.identifier],
    ["layout", "Dark nimbus", "dark-nimbus"],
    ["translation_group", "Nimbus texts", "nimbus-texts"],
    ["subscriber", "Ada Nimbus", "Nimbus-7 · Ada@Nimbus.example · +4930123"],
    ["tenant", "Nimbus Ltd", "acme"],
    ["integration", "Mail by nimbus", "sendgrid · email"],
    ["webhook_endpoint", "https://nimbus.example/hook", undefined],
  ]);
  expect(found[0]).toMatchObject({ _id: workflow.id, workflowId: workflow.identifier, isExact: false });
  expect(text).not.toContain(SECRET);
});

test.each([
  ["the middle of a name", "shipped", ["workflow"]],
  ["the customer's id", "Nimbus-7", ["subscriber"]],
  ["an address in another case", "ada@nimbus.EXAMPLE", ["subscriber"]],
  ["a number", "+4930", ["subscriber"]],
  ["both names", "ada nimb", ["subscriber"]],
  ["the key of a topic", "nimbus:cr", ["topic"]],
  ["an identifier", "sendgrid-nimbus", ["integration"]],
  ["the identifier of a tenant", "acm", ["tenant"]],
])("%s finds what has it", async (_, query, kinds) => {
  expect((await search(query)).kinds).toEqual(kinds);
});

test("a text within a word finds nothing, and no text is a pattern", async () => {
  for (const query of [
    "imbus",
    "%",
    "_imbus",
    "N%",
    "Nim%us",
    "\\",
    "Nimbus\\",
    "'",
    '"; drop table runs; --',
    "%%%",
    "$1",
    "a\tb",
  ]) {
    const { status, found } = await search(query);
    expect([query, status, found]).toEqual([query, 200, []]);
  }
});

test("what nothing can be called is refused, with the field's name", async () => {
  for (const query of ["", "nim\0bus", "n".repeat(10_000)]) {
    const { status, text } = await search(query);
    expect(status).toBe(400);
    expect(JSON.parse(text).message).toEqual([expect.stringMatching(/^query /)]);
  }
  expect((await search("   ")).found).toEqual([]);
  expect((await search("nimbus", { limit: 21 })).status).toBe(400);
});

test("a pasted id finds its object, whichever kind it is of, and a slug its workflow", async () => {
  const slug = idSlug("Whatever", "wf_", workflow.id);
  for (const query of [workflow.id, workflow.id.toUpperCase(), slug, ` ${workflow.id}\n`]) {
    expect((await search(query)).found).toEqual([expect.objectContaining({ kind: "workflow", isExact: true })]);
  }
  expect((await search(ada)).found).toEqual([expect.objectContaining({ kind: "subscriber", isExact: true })]);
});

test("runs are found by their id and by their event, messages by their id, with what links to them needs", async () => {
  const transactionId = await deliver(workflow.identifier, "Nimbus-7");
  const [run] = await db.select().from(runs).where(eq(runs.transactionId, transactionId));
  const [message] = await db.select().from(messages).where(eq(messages.transactionId, transactionId));
  const expected = {
    kind: "run",
    _id: run?.id,
    title: "Nimbus order shipped",
    subtitle: `${transactionId} · Nimbus-7`,
    isExact: true,
    transactionId,
    workflowId: workflow.identifier,
    subscriberId: "Nimbus-7",
  };
  expect((await search(transactionId)).found).toEqual([expected]);
  expect((await search(run?.id ?? "")).found).toEqual([expected]);
  expect((await search(message?.id ?? "")).found).toEqual([
    expect.objectContaining({ kind: "message", _id: message?.id, _notificationId: run?.id, subscriberId: "Nimbus-7" }),
  ]);
});

test("exact matches come first, and each kind has no more results than asked for", async () => {
  const own = await createTestEnvironment(db);
  const rows = Array.from({ length: 30 }, (_, index) => ({
    ...own.scope,
    subscriberId: `zephyr${index}`,
    lastName: "zephyr",
  }));
  await db.insert(subscribers).values([...rows, { ...own.scope, subscriberId: "zephyr" }]);
  await aWorkflow(db, own, [aStep("in_app")], { name: "Zephyr" });
  const { found, kinds } = await search("zephyr", { of: own, limit: 3 });
  expect(found[0]).toMatchObject({ kind: "workflow", isExact: true });
  expect(found[1]).toMatchObject({ kind: "subscriber", subscriberId: "zephyr", isExact: true });
  expect(kinds).toEqual(["workflow", "subscriber", "subscriber", "subscriber"]);
  expect((await search("zephyr", { of: own })).kinds.filter((kind) => kind === "subscriber")).toHaveLength(5);
});

test("nothing of another environment is found, by no id", async () => {
  const other = await createTestEnvironment(db);
  for (const query of ["nimbus", workflow.id, ada, "Nimbus-7"]) {
    expect((await search(query, { of: other })).found).toEqual([]);
  }
  const production = { ...environment, headers: { authorization: `ApiKey ${environment.productionApiKey}` } };
  expect((await search("nimbus", { of: production })).found).toEqual([]);
});

test("a viewer searches as well, but for webhook endpoints, which only admins and keys may read", async () => {
  const as = async (role: "viewer" | "admin") => {
    const { headers } = await aMember(db, environment.organizationId, role);
    return search("nimbus", { headers: { ...headers, "novu-environment-id": environment.environmentId } });
  };
  const [viewer, admin] = [await as("viewer"), await as("admin")];
  expect([viewer.status, viewer.kinds.includes("webhook_endpoint")]).toEqual([200, false]);
  expect(viewer.kinds).toContain("workflow");
  expect(admin.kinds).toContain("webhook_endpoint");
});
