import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isChannel } from "#contract/constants/channels.ts";
import type { BlueprintsByCategory } from "#contract/workflows/blueprints.ts";
import type { Workflow } from "#contract/workflows/workflows.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { CATALOGUE } from "../../blueprints/catalogue.ts";

// Belfry's own blueprints, where no organisation makes them.

const { api, environment, runner } = await apiWithRunner();

async function call(method: "GET" | "POST", path: string, payload?: object) {
  const headers = method === "GET" ? {} : environment.headers;
  const reply = await api.app.inject({ method, url: `/v1${path}`, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
}

/** Makes a workflow of a blueprint, as published clients do. */
const make = ({ _id, _notificationGroupId, ...blueprint }: Workflow, fields: object = {}) =>
  call("POST", "/workflows", {
    ...blueprint,
    blueprintId: _id,
    notificationGroupId: _notificationGroupId,
    ...fields,
  });

async function blueprintOf(name: string): Promise<Workflow> {
  const { general } = await grouped();
  const found = general.flatMap(({ blueprints }) => blueprints).find((one) => one.name === name);
  if (!found) throw new Error(`The blueprint ${name} is not served`);
  return found;
}

const grouped = async (): Promise<BlueprintsByCategory> =>
  (await call("GET", "/blueprints/group-by-category")).body.data;

test("the catalogue is grouped, its popular ones are listed apart, and each is found by id and by identifier", async () => {
  const { general, popular } = await grouped();
  const groups = [...new Set(CATALOGUE.map(({ group }) => group))];
  expect(general.map(({ name }) => name)).toEqual(groups);
  const all = general.flatMap(({ blueprints }) => blueprints);
  expect(all.map(({ name }) => name)).toEqual(CATALOGUE.map(({ name }) => name));
  expect(popular.blueprints.map(({ name }) => name)).toEqual(
    CATALOGUE.filter((entry) => entry.popular).map(({ name }) => name),
  );
  expect(new Set(all.flatMap(({ _id, steps }) => [_id, ...steps.map((step) => step._id)])).size).toBe(
    all.reduce((ids, { steps }) => ids + 1 + steps.length, 0),
  );
  for (const { notificationGroup, ...one } of all) {
    expect(notificationGroup?.name).toBeDefined();
    expect(one.isBlueprint).toBe(true);
    for (const reference of [one._id, one.triggers[0]?.identifier]) {
      expect((await call("GET", `/blueprints/${reference}`)).body.data).toEqual(one);
    }
  }
  expect((await call("GET", `/blueprints/${randomUUID()}`)).status).toBe(404);
});

const DAY = 86_400_000;

/** Values for the variables that a blueprint shows of its trigger; a moment is after the waits of all others. */
function payloadOf({ triggers }: Workflow): Record<string, unknown> {
  const names = (triggers[0]?.variables ?? []).map(({ name }) => name);
  const remindAt = new Date(Date.now() + 20 * DAY).toISOString();
  return { ...Object.fromEntries(names.map((name) => [name, `The ${name}`])), remindAt };
}

/** Channels in the order of the steps that send. */
const channelsOf = ({ steps }: Workflow) =>
  steps.flatMap(({ template }) => (template && isChannel(template.type) ? [template.type] : []));

describe("what a workflow made of a blueprint sends", () => {
  test.each(CATALOGUE.map(({ name }) => [name]))("%s", async (name) => {
    const blueprint = await blueprintOf(name);
    const made = await make(blueprint);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const workflow: Workflow = made.body.data;
    expect(workflow).toMatchObject({ name, blueprintId: blueprint._id, isBlueprint: false, active: true });
    const to = { subscriberId: randomUUID(), firstName: "Ada", email: "ada@example.com", phone: "+4915112345678" };
    const identifier = workflow.triggers[0]?.identifier;
    const payload = payloadOf(blueprint);
    const accepted = await call("POST", "/events/trigger", { name: identifier, to, payload });
    expect(accepted.body.data, JSON.stringify(accepted.body)).toMatchObject({ status: "processed" });
    const event = api.started.at(-1)?.event;
    if (!event) throw new Error("Nothing was started");
    await runner.toEnd(event);
    const messages = await api.db.$client<{ channel: string; status: string; text: string }[]>`
      select channel, status, concat_ws(' ', subject, content, blocks::text, cta::text) as text from messages
      where event_id = ${event.eventId} order by created_at, channel`;
    expect(messages.map(({ channel }) => channel).sort()).toEqual([...channelsOf(blueprint)].sort());
    expect(messages.filter(({ status }) => status !== "sent")).toEqual([]);
    for (const { text } of messages) expect(text).not.toMatch(/\{\{|\{%/);
    const shown = messages.map(({ text }) => text.toLowerCase()).join(" ");
    const templates = JSON.stringify(blueprint.steps.map(({ template }) => template));
    for (const [variable, value] of Object.entries(payload)) {
      if (templates.includes(`{{ ${variable} `)) expect(shown).toContain(String(value).toLowerCase());
    }
  });
});

test("a made workflow's digest names what it collected", async () => {
  const made = await make(await blueprintOf("Comment digest"), { name: "Comments" });
  const to = { subscriberId: randomUUID(), email: "ada@example.com" };
  const post = { postId: "7", postTitle: "Tea", postUrl: "https://example.com/7" };
  const events = [];
  for (const author of ["Bob", "Cyd"]) {
    const payload = { ...post, author, comment: `says ${author}` };
    await call("POST", "/events/trigger", { name: made.body.data.triggers[0].identifier, to, payload });
    const event = api.started.at(-1)?.event;
    if (event) events.push(event);
  }
  for (const event of events) await runner.start(event);
  for (const event of events) await runner.toEnd(event, { again: true });
  const messages = await api.db.$client<{ channel: string; text: string }[]>`
    select m.channel, coalesce(m.content, m.blocks::text) as text from messages m
    join subscribers s on s.id = m.subscriber_id where s.subscriber_id = ${to.subscriberId} order by m.channel`;
  expect(messages.map(({ channel }) => channel)).toEqual(["email", "in_app"]);
  expect(messages[0]?.text).toContain("<b>Bob</b>: says Bob<br /><b>Cyd</b>: says Cyd");
  expect(messages[1]?.text).toBe("2 new comments on Tea");
});
