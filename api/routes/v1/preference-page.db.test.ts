import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { type PreferenceLinkOwner, preferenceLinkExpiry, signPreferenceToken } from "#db/preference-token.ts";
import { organizations } from "#db/schema/accounts/organizations.ts";
import { preferences } from "#db/schema/preferences.ts";
import { subscribers } from "#db/schema/subscribers.ts";
import { workflows } from "#db/schema/workflows/workflows.ts";
import { createTestEnvironment, startApp, testApp, testConfig } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

const server = await testApp();
const { app, db } = server;
afterAll(() => server.close());

const PAGE = "/v1/preferences-page";
const BROWSER = { accept: "text/html" };

function tokenOf(owner: PreferenceLinkOwner, { secret = testConfig.secret, now = new Date() } = {}) {
  return signPreferenceToken(owner, secret, preferenceLinkExpiry(now));
}

/** A subscriber with a link, and the calls that a browser makes by it. */
async function aPerson(profile: Partial<typeof subscribers.$inferInsert> = {}) {
  const environment = await createTestEnvironment(db);
  const subscriber = await createTestSubscriber(db, environment.scope);
  if (Object.keys(profile).length > 0) {
    await db.update(subscribers).set(profile).where(eq(subscribers.id, subscriber.id));
  }
  const owner = { environmentId: environment.environmentId, subscriberId: subscriber.id };
  const path = `${PAGE}/${tokenOf(owner)}`;
  const show = (query = "", headers: Record<string, string> = BROWSER) =>
    app.inject({ url: `${path}${query}`, headers });
  const submit = (fields: [string, string][]) => post(path, fields);
  const inbox = async () => {
    const reply = await app.inject({ url: "/v1/inbox/preferences?criticality=all", headers: subscriber.headers });
    const [global, ...others] = reply.json().data as {
      channels: object;
      schedule?: object;
      workflow: { id: string };
    }[];
    return { global, ofWorkflow: new Map(others.map((one) => [one.workflow.id, one.channels])) };
  };
  const workflow = (steps: Parameters<typeof aStep>[0][], settings: object = {}) =>
    aWorkflow(
      db,
      environment,
      steps.map((type) => aStep(type)),
      settings,
    );
  return { environment, subscriber, owner, path, show, submit, inbox, workflow };
}

const post = (url: string, fields: [string, string][], headers: Record<string, string> = BROWSER) =>
  app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

/** The fields that a browser sends of the form of a page, with its switches as shown. */
function fieldsOf(page: string): [string, string][] {
  const form = /<form method="post" action="\?" id="preferences">.*?<\/form>/s.exec(page)?.[0] ?? "";
  return [...form.matchAll(/<input ([^>]*)>/g)].flatMap(([, attributes = ""]): [string, string][] => {
    const of = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    if (of("type") === "checkbox" && !/ checked\b/.test(attributes)) return [];
    return [[of("name") ?? "", of("value") ?? ""]];
  });
}

/** Takes switches away from the fields of a form, and adds others. */
function moved(fields: [string, string][], { off = [], on = [] }: { off?: string[]; on?: string[] }) {
  const kept = fields.filter(([name, value]) => name !== "on" || !off.includes(value));
  return [...kept, ...on.map((value): [string, string] => ["on", value]), ["action", "save"] as [string, string]];
}

const locationOf = (reply: { headers: Record<string, unknown> }) => String(reply.headers.location);
const undoOf = (reply: { headers: Record<string, unknown> }) =>
  new URLSearchParams(locationOf(reply)).get("undo") ?? "";

describe("what is shown", () => {
  test("the channels of active workflows, the workflows by name, and critical ones without a switch", async () => {
    const { show, workflow } = await aPerson();
    const orders = await workflow(["email", "in_app"], { name: "Orders", description: "What became of your order" });
    const codes = await workflow(["sms"], { name: "Codes", critical: true });
    const reading = await workflow(["email"], { name: "Terms", preferenceSettings: { email: true } });
    await db.update(workflows).set({ preferencesReadOnly: true }).where(eq(workflows.id, reading.id));
    await workflow(["push"], { name: "Draft", active: false });
    const { statusCode, body } = await show();
    expect(statusCode).toBe(200);
    expect(body).toContain("What became of your order");
    expect(body).toContain(`value="${orders.id}:email" checked`);
    expect(body).toContain(`value="${orders.id}:in_app" checked`);
    for (const absent of [`${orders.id}:sms`, `${codes.id}:`, `${reading.id}:`, "Draft", "all:push", "all:chat"]) {
      expect(body).not.toContain(absent);
    }
    expect(body.indexOf("Always sent")).toBeLessThan(body.indexOf("Codes"));
    expect(body.indexOf("Codes")).toBeLessThan(body.indexOf("Terms"));
    for (const global of ["all:in_app", "all:email", "all:sms"]) expect(body).toContain(`value="${global}" checked`);
  });

  test("without workflows, that there is nothing to choose", async () => {
    const { show } = await aPerson();
    const { body } = await show();
    expect(body).toContain("Nothing to choose yet");
    expect(body).not.toContain('name="on"');
    expect(body).not.toContain("Unsubscribe from everything");
  });

  test("of the person, the first letter and the domain of the address alone", async () => {
    const { show, subscriber } = await aPerson({ email: "ada@example.com", phone: "+4915112345", lastName: "Hopper" });
    const { body } = await show();
    expect(body).toContain("For a•••@example.com");
    for (const hidden of ["ada@", "+4915112345", "Hopper", "Grace", subscriber.subscriberId, subscriber.id]) {
      expect(body).not.toContain(hidden);
    }
  });

  test("the workflow of the message first, once", async () => {
    const { show, workflow, owner } = await aPerson();
    await workflow(["email"], { name: "Apples" });
    const { id } = await workflow(["email"], { name: "Zebras" });
    const { body } = await app.inject({ url: `${PAGE}/${tokenOf({ ...owner, workflowId: id })}` });
    expect(body.indexOf("The message you came from")).toBeLessThan(body.indexOf("Zebras"));
    expect(body.indexOf("Zebras")).toBeLessThan(body.indexOf("Apples"));
    expect(body.split("Zebras")).toHaveLength(2);
    expect((await show()).body).not.toContain("The message you came from");
  });

  test("in the language of the subscriber, else of the browser, else of the organisation", async () => {
    const { show, environment } = await aPerson();
    const { show: german } = await aPerson({ locale: "de_AT" });
    const titled = async (reply: ReturnType<typeof show>) =>
      /<html lang="(\w+)" dir="(\w+)">/.exec((await reply).body)?.slice(1);
    expect(await titled(german("", { "accept-language": "fr" }))).toEqual(["de", "ltr"]);
    expect(await titled(show("", { "accept-language": "nl, fr;q=0.5, ar;q=0.9" }))).toEqual(["ar", "rtl"]);
    expect(await titled(show("", {}))).toEqual(["en", "ltr"]);
    await db.update(organizations).set({ defaultLocale: "ja" }).where(eq(organizations.id, environment.organizationId));
    expect(await titled(show("", { "accept-language": "nl" }))).toEqual(["ja", "ltr"]);
  });

  test("values of others as text, whatever they contain", async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>STYLES`;
    const { show, workflow, environment } = await aPerson({
      locale: "<b>",
      timezone: evil,
      email: `${evil}@example.com`,
    });
    await workflow(["email"], { name: evil, description: `${evil}</fieldset>` });
    const branding = { logo: `javascript:alert("1")`, color: "red;}</style><script>" };
    await db
      .update(organizations)
      .set({ name: evil, branding })
      .where(eq(organizations.id, environment.organizationId));
    const { body, headers } = await show(
      `?q=${encodeURIComponent(evil)}&done=${encodeURIComponent(evil)}&undo=${encodeURIComponent(evil)}`,
    );
    expect(body).not.toMatch(/<script|<img|javascript:/);
    expect(body.match(/<style>/g)).toHaveLength(1);
    expect(String(headers["content-security-policy"])).not.toContain("img-src");
  });

  test("a logo by https, which alone may be loaded", async () => {
    const { show, environment } = await aPerson();
    const branding = { logo: "https://cdn.example.com/logo.png?a=1&b=2", color: "#8a1c7c" };
    await db.update(organizations).set({ branding }).where(eq(organizations.id, environment.organizationId));
    const { body, headers } = await show();
    expect(body).toContain(
      '<img src="https://cdn.example.com/logo.png?a=1&amp;b=2" alt="" referrerpolicy="no-referrer">',
    );
    expect(body).toContain("--accent: #8a1c7c");
    expect(headers["content-security-policy"]).toContain("; img-src https://cdn.example.com; ");
  });

  test("nothing runs, nothing is loaded, and neither address nor page is kept", async () => {
    const { show } = await aPerson();
    const { headers, body } = await show();
    expect(headers).toMatchObject({
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "cache-control": "no-store",
      "x-frame-options": "DENY",
      "content-language": "en",
      vary: expect.stringContaining("Accept-Language"),
    });
    expect(body).not.toMatch(/<script|<link|style="|\son\w+=|https?:\/\//);
    expect(headers["set-cookie"]).toBeUndefined();
  });
});

describe("an environment with 10,000 workflows", async () => {
  const { environment, show, path, submit, subscriber } = await aPerson();
  const model = await aWorkflow(db, environment, [aStep("email"), aStep("in_app")], { name: "Report 10000" });
  // A version of its own for each, as if they had been saved one by one, and a choice of members for each.
  await db.$client`
    with made as (
      insert into workflows
      select (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(), 'version_id', gen_random_uuid(),
        'name', 'Report ' || n, 'identifier', 'report-' || n))).*
      from workflows w, generate_series(1, 9999) as n where w.id = ${model.id} returning id, version_id),
    versions as (
      insert into workflow_versions
      select (jsonb_populate_record(v, jsonb_build_object('id', m.version_id, 'workflow_id', m.id))).*
      from workflow_versions v, made m where v.id = ${model.versionId}),
    steps as (
      insert into workflow_steps
      select (jsonb_populate_record(s, jsonb_build_object('version_id', m.version_id, 'step_id', gen_random_uuid()))).*
      from workflow_steps s, made m where s.version_id = ${model.versionId})
    insert into preferences (organization_id, environment_id, type, workflow_id, channels)
    select ${environment.organizationId}, ${environment.environmentId}, 'USER_WORKFLOW', id, '{"email": true, "in_app": true}' from made`;

  const rowsOf = (body: string) => body.match(/role="group"/g)?.length;

  test("has pages of 50, by name, and a search", async () => {
    const [first, second] = [(await show()).body, (await show("?page=2")).body];
    expect([rowsOf(first), rowsOf(second)]).toEqual([50, 50]);
    expect(first).toContain('href="?page=2"');
    const namesOf = (body: string) => [...body.matchAll(/<bdi>(Report \d+)<\/bdi>/g)].map(([, name]) => name);
    expect(new Set([...namesOf(first), ...namesOf(second)]).size).toBe(100);
    const found = (await show("?q=report%20123")).body;
    expect(namesOf(found)).toEqual(["Report 123", ...Array.from({ length: 10 }, (_, digit) => `Report 123${digit}`)]);
    expect((await show("?page=999&q=%25")).body).toContain("No notification has “%” in its name.");
  });

  test("is shown and saved in a moment", async () => {
    await show();
    const began = performance.now();
    const { body } = await show();
    const moves = fieldsOf(body)
      .filter(([name]) => name === "on")
      .slice(0, 50);
    const reply = await submit(moved(fieldsOf(body), { off: moves.map(([, value]) => value) }));
    expect(reply.statusCode).toBe(303);
    // On two cores with other work; without a bound each of the two reads tens of thousands of rows for every workflow.
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(body.length).toBeLessThan(100_000);
    const rows = await db.select().from(preferences).where(eq(preferences.subscriberId, subscriber.id));
    expect(rows.length).toBeGreaterThanOrEqual(25);
    expect(path.length).toBeLessThan(300);
  });
});

describe("what is saved", () => {
  test("the switches that were moved, and no others", async () => {
    const { show, submit, workflow, inbox, subscriber } = await aPerson();
    const orders = await workflow(["email", "in_app"], { name: "Orders" });
    const offers = await workflow(["email", "sms"], { name: "Offers" });
    const fields = fieldsOf((await show()).body);
    const reply = await submit(moved(fields, { off: [`${orders.id}:email`, "all:sms"] }));
    expect(reply.statusCode).toBe(303);
    expect(locationOf(reply)).toMatch(/^\?done=saved&undo=[\w-]+$/);
    expect((await show(locationOf(reply))).body).toContain("Your settings are saved.");
    const { global, ofWorkflow } = await inbox();
    expect(global?.channels).toMatchObject({ sms: false, email: true });
    expect(ofWorkflow.get(orders.id)).toEqual({ email: false, in_app: true });
    expect(ofWorkflow.get(offers.id)).toEqual({ email: true, sms: false });
    const rows = await db.select().from(preferences).where(eq(preferences.subscriberId, subscriber.id));
    expect(rows.map(({ type, channels }) => ({ type, channels }))).toEqual(
      expect.arrayContaining([
        { type: "SUBSCRIBER_GLOBAL", channels: { sms: false } },
        { type: "SUBSCRIBER_WORKFLOW", channels: { email: false } },
      ]),
    );
    expect(rows).toHaveLength(2);
  });

  test("with its source in the subscriber's preferences, as the customer reads them", async () => {
    const { show, submit, workflow, environment, subscriber } = await aPerson();
    const { id } = await workflow(["email"]);
    await submit(moved(fieldsOf((await show()).body), { off: [`${id}:email`] }));
    const url = `/v1/subscribers/${subscriber.subscriberId}/preferences`;
    const { data } = (await app.inject({ url, headers: environment.headers })).json();
    expect(data).toMatchObject([
      {
        type: "SUBSCRIBER_WORKFLOW",
        preference: { channels: { email: false }, overrides: [{ channel: "email", source: "subscriber" }] },
      },
    ]);
  });

  test("a form in which nothing was moved stores nothing", async () => {
    const { show, submit, workflow, subscriber } = await aPerson();
    await workflow(["email"]);
    expect(locationOf(await submit(moved(fieldsOf((await show()).body), {})))).toBe("?done=saved");
    expect(await db.select().from(preferences).where(eq(preferences.subscriberId, subscriber.id))).toEqual([]);
  });

  test("a choice that was made elsewhere meanwhile is kept", async () => {
    const { show, submit, workflow, inbox } = await aPerson();
    const orders = await workflow(["email", "in_app"], { name: "Orders" });
    const early = fieldsOf((await show()).body);
    await submit(moved(fieldsOf((await show()).body), { off: [`${orders.id}:email`] }));
    await submit(moved(early, { off: [`${orders.id}:in_app`] }));
    expect((await inbox()).ofWorkflow.get(orders.id)).toEqual({ email: false, in_app: false });
  });

  test("everything at once, also what was switched on by itself, but what is critical", async () => {
    const { show, submit, workflow, inbox } = await aPerson();
    const orders = await workflow(["email", "in_app"], { name: "Orders" });
    const codes = await workflow(["sms"], { name: "Codes", critical: true });
    await submit(moved(fieldsOf((await show()).body), { off: [`${orders.id}:email`] }));
    await submit(moved(fieldsOf((await show()).body), { on: [`${orders.id}:email`] }));
    const reply = await submit([["action", "unsubscribe"]]);
    expect((await show(locationOf(reply))).body).toContain(
      "You are unsubscribed from everything that can be turned off.",
    );
    const { global, ofWorkflow } = await inbox();
    expect(global?.channels).toEqual({ in_app: false, email: false, sms: false, chat: false, push: false });
    expect(ofWorkflow.get(orders.id)).toEqual({ email: false, in_app: false });
    expect(ofWorkflow.get(codes.id)).toEqual({ sms: true });
    const again = await submit([["action", "unsubscribe"]]);
    expect(again.statusCode).toBe(303);
  });

  test("each change is taken back to exactly what was stored", async () => {
    const { show, submit, workflow, subscriber } = await aPerson();
    const [orders, offers] = [await workflow(["email", "in_app"]), await workflow(["email", "sms"])];
    const stored = async () => {
      const rows = await db.select().from(preferences).where(eq(preferences.subscriberId, subscriber.id));
      return rows
        .map(({ workflowId, enabled, channels }) => ({ workflowId, enabled, channels }))
        .sort((a, b) => String(a.workflowId).localeCompare(String(b.workflowId)));
    };
    const first = await submit(moved(fieldsOf((await show()).body), { off: [`${orders.id}:email`, "all:email"] }));
    const before = await stored();
    expect(before).toHaveLength(2);
    for (const action of [
      () => submit([["action", "unsubscribe"]]),
      async () => submit(moved(fieldsOf((await show()).body), { on: ["all:email", `${offers.id}:email`] })),
    ]) {
      const reply = await action();
      expect(await stored()).not.toEqual(before);
      const undone = await submit([
        ["action", "undo"],
        ["undo", undoOf(reply)],
      ]);
      expect(locationOf(undone)).toBe("?done=undone");
      expect(await stored()).toEqual(before);
    }
    await submit([
      ["action", "undo"],
      ["undo", undoOf(first)],
    ]);
    expect(await stored()).toEqual([]);
  });

  test("a switch over all channels that a key has set shows everything off, and gives way to one that is switched on", async () => {
    const { show, submit, workflow, inbox, environment, subscriber } = await aPerson();
    const { id } = await workflow(["email", "sms"]);
    const url = `/v1/subscribers/${subscriber.subscriberId}/preferences`;
    const patch = (path: string) =>
      app.inject({ method: "PATCH", url: url + path, headers: environment.headers, payload: { enabled: false } });
    await patch("");
    await patch(`/${id}`);
    const { body } = await show();
    expect(fieldsOf(body).filter(([name]) => name === "on")).toEqual([]);
    await submit(moved(fieldsOf(body), { on: ["all:email", `${id}:sms`] }));
    const after = fieldsOf((await show()).body).filter(([name]) => name === "on");
    expect(after.map(([, value]) => value).sort()).toEqual([`${id}:sms`, "all:email"].sort());
    expect((await inbox()).global?.channels).toMatchObject({ email: true, sms: false });
  });

  test("hours by day, and again none", async () => {
    const { show, submit, workflow, inbox } = await aPerson({ timezone: "Europe/Berlin" });
    await workflow(["email"]);
    const { body } = await show();
    expect(body).toContain("Times are in Europe/Berlin.");
    const monday: [string, string][] = [
      ["day", "monday"],
      ["monday.start", "09:30"],
      ["monday.end", ""],
    ];
    const fields = fieldsOf(body).filter(([name]) => name !== "day" && !/\.(start|end)$/.test(name));
    const sent: [string, string][] = [...fields, ["hours", "on"], ...monday, ["action", "save"]];
    const reply = await submit(sent);
    const closed = { isEnabled: false };
    const [tuesday, wednesday, thursday, friday, saturday, sunday] = Array.from({ length: 6 }, () => closed);
    expect((await inbox()).global?.schedule).toEqual({
      isEnabled: true,
      weeklySchedule: {
        monday: { isEnabled: true, hours: [{ start: "09:30 AM", end: "12:00 AM" }] },
        tuesday,
        wednesday,
        thursday,
        friday,
        saturday,
        sunday,
      },
    });
    const shown = (await show()).body;
    expect(shown).toMatch(/name="monday.start" value="09:30".*name="monday.end" value="00:00"/s);
    expect(locationOf(await submit(moved(fieldsOf(shown), {})))).toBe("?done=saved");
    await submit([
      ["action", "undo"],
      ["undo", undoOf(reply)],
    ]);
    expect((await inbox()).global?.schedule).toBeUndefined();
  });

  test.each([
    ["no action", [["shown", "all:email=1"]]],
    [
      "a switch that is none",
      [
        ["action", "save"],
        ["shown", "all:fax=1"],
      ],
    ],
    [
      "a workflow that is no id",
      [
        ["action", "save"],
        ["shown", "x:email=1"],
      ],
    ],
    [
      "another state to go back to",
      [
        ["action", "undo"],
        ["undo", "eyJjIjpbIng6MTExMTExIl19"],
      ],
    ],
    [
      "a time that is none",
      [
        ["action", "save"],
        ["hours", "shown"],
        ["hours", "on"],
        ["day", "monday"],
        ["monday.start", "25:00"],
      ],
    ],
    [
      "workflows without end",
      [["action", "save"], ...Array.from({ length: 101 }, () => ["shown", `${randomUUID()}:email=1`])],
    ],
  ])("%s is refused with a page", async (_, fields) => {
    const { submit } = await aPerson();
    const reply = await submit(fields as [string, string][]);
    expect([reply.statusCode, reply.headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
    expect(reply.body).toContain("That could not be saved");
  });

  test("nobody chooses about a critical workflow, or one of another environment", async () => {
    const { submit, workflow, subscriber } = await aPerson();
    const other = await aPerson();
    const codes = await workflow(["sms"], { critical: true });
    const foreign = await other.workflow(["sms"]);
    for (const [id, status] of [
      [codes.id, 400],
      [foreign.id, 404],
    ] as const) {
      expect(
        (
          await submit([
            ["action", "save"],
            ["shown", `${id}:sms=1`],
          ])
        ).statusCode,
      ).toBe(status);
    }
    const id = foreign.id.replaceAll("-", "");
    const undo = Buffer.from(JSON.stringify({ c: [`${id}:-00000`] })).toString("base64url");
    expect(
      (
        await submit([
          ["action", "undo"],
          ["undo", undo],
        ])
      ).statusCode,
    ).toBe(303);
    expect(await db.select().from(preferences).where(eq(preferences.subscriberId, subscriber.id))).toEqual([]);
  });
});

describe("a link", () => {
  const statusOf = async (token: string, headers: Record<string, string> = BROWSER) => {
    const reply = await app.inject({ url: `${PAGE}/${token}`, headers });
    return { status: reply.statusCode, body: reply.body };
  };

  test("that is forged, of another secret, or of another environment gets a page without details", async () => {
    const [mine, other] = [await aPerson(), await aPerson()];
    const tokens = [
      "x",
      "a.b.c",
      `${tokenOf(mine.owner)}x`,
      tokenOf(mine.owner, { secret: "another secret" }),
      tokenOf({ ...mine.owner, environmentId: other.owner.environmentId }),
      mine.subscriber.token,
      "%00",
      "x".repeat(9_000),
    ];
    for (const token of tokens) {
      const { status, body } = await statusOf(token);
      expect([token.slice(0, 40), status]).toEqual([token.slice(0, 40), 404]);
      expect(body).toContain("This link does not work");
      const changed = await post(`${PAGE}/${token}`, [["action", "unsubscribe"]]);
      expect(changed.statusCode).toBe(404);
    }
  });

  test("that is longer than any address is refused, and fails nothing", async () => {
    expect((await statusOf("x".repeat(20_000))).status).toBe(414);
  });

  test("that has expired says so", async () => {
    const { owner } = await aPerson();
    const old = tokenOf(owner, { now: new Date(Date.now() - 366 * 24 * 60 * 60 * 1000) });
    expect(await statusOf(old)).toMatchObject({ status: 410, body: expect.stringContaining("This link has expired") });
    expect((await post(`${PAGE}/${old}/one-click`, [["List-Unsubscribe", "One-Click"]])).statusCode).toBe(410);
    const reply = await app.inject({ url: `${PAGE}/${old}` });
    expect(reply.json()).toMatchObject({ statusCode: 410, code: "link_expired" });
  });

  test("of a subscriber that was deleted, or erased, gets a page", async () => {
    const deleted = await aPerson();
    await app.inject({
      method: "DELETE",
      url: `/v1/subscribers/${deleted.subscriber.subscriberId}`,
      headers: deleted.environment.headers,
    });
    const erased = await aPerson();
    await db.delete(subscribers).where(eq(subscribers.id, erased.subscriber.id));
    for (const { owner } of [deleted, erased]) {
      expect(await statusOf(tokenOf(owner))).toMatchObject({
        status: 404,
        body: expect.stringContaining("This link does not work"),
      });
    }
  });

  test("answers HEAD as GET, and programs with JSON", async () => {
    const { path } = await aPerson();
    const head = await app.inject({ method: "HEAD", url: path });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    const refused = await app.inject({ url: `${PAGE}/x` });
    expect(refused.json()).toMatchObject({ statusCode: 404, code: "not_found" });
  });

  test("is limited by the caller's address", async () => {
    const limits = { ...testConfig.limits, sessionsPerMinute: 2 };
    const limited = await startApp({ db, config: { ...testConfig, limits } });
    const { path } = await aPerson();
    const statuses: number[] = [];
    for (const _ of [1, 2, 3]) statuses.push((await limited.app.inject({ url: path, headers: BROWSER })).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    await limited.close();
  });

  test("is made by a key of the environment alone, for a subscriber that there is", async () => {
    const { environment, subscriber, workflow } = await aPerson();
    await workflow(["email"], { name: "Orders" });
    const link = (id: string, headers: Record<string, string>) =>
      app.inject({ method: "POST", url: `/v1/subscribers/${id}/preferences/link`, headers });
    const reply = await link(subscriber.subscriberId, environment.headers);
    expect(reply.statusCode).toBe(200);
    const { url, expiresAt } = reply.json().data;
    expect(url).toMatch(/^http:\/\/localhost:3000\/v1\/preferences-page\/[\w.-]+$/);
    const days = (Date.parse(expiresAt) - Date.now()) / (24 * 60 * 60 * 1000);
    expect(Math.round(days)).toBe(365);
    expect((await app.inject({ url: new URL(url).pathname })).body).toContain("Orders");
    expect((await link("nobody", environment.headers)).statusCode).toBe(404);
    expect((await link(subscriber.subscriberId, subscriber.headers)).statusCode).toBe(401);
    const other = await createTestEnvironment(db);
    expect((await link(subscriber.subscriberId, other.headers)).statusCode).toBe(404);
  });
});

test("the variables of links are listed, taken by a step's control values, and shown in its preview by their names", async () => {
  const { environment } = await aPerson();
  const call = async (method: "GET" | "POST", url: string, payload?: object) =>
    (await app.inject({ method, url, headers: environment.headers, ...(payload && { payload }) })).json().data;
  const { system } = await call("GET", "/v1/workflows/variables");
  expect(system.subscriber).toMatchObject({ preferencesUrl: "string", unsubscribeUrl: "string" });
  const body = "{{subscriber.preferencesUrl}} {{subscriber.unsubscribeUrl}}";
  const steps = [{ name: "Text", type: "sms", controlValues: { body } }];
  const workflow = await call("POST", "/v2/workflows", { name: "Offers", workflowId: "offers", steps });
  expect(workflow.steps[0].issues?.controls ?? {}).toEqual({});
  const preview = await call("POST", `/v2/workflows/${workflow._id}/step/${workflow.steps[0]._id}/preview`, {});
  expect(preview.result.preview.body).toBe(body);
});

describe("one click", () => {
  async function aMail(settings: object = {}) {
    const person = await aPerson();
    const { id } = await person.workflow(["email", "sms"], { name: "Weekly news", ...settings });
    const path = `${PAGE}/${tokenOf({ ...person.owner, workflowId: id })}/one-click`;
    const channels = async () => (await person.inbox()).ofWorkflow.get(id);
    const click = (headers: Record<string, string> = {}) => post(path, [["List-Unsubscribe", "One-Click"]], headers);
    return { ...person, id, path, channels, click };
  }

  test("unsubscribes from the emails of the workflow, however often it comes", async () => {
    const { click, channels } = await aMail();
    for (const _ of [1, 2]) {
      const reply = await click();
      expect([reply.statusCode, reply.headers["set-cookie"]]).toEqual([200, undefined]);
      expect(reply.body).toContain("You are unsubscribed");
      expect(await channels()).toEqual({ email: false, sms: true });
    }
  });

  test("takes the multipart form that mail services send as well", async () => {
    const { path, channels } = await aMail();
    const payload = `--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`;
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    expect((await app.inject({ method: "POST", url: path, headers, payload })).statusCode).toBe(200);
    expect(await channels()).toEqual({ email: false, sms: true });
  });

  test.each([
    ["another body", "application/x-www-form-urlencoded", "a=b", 400],
    ["no body", "application/x-www-form-urlencoded", "", 400],
    ["a multipart form that is none", "multipart/form-data; boundary=b", "--x", 400],
    ["a multipart form without a boundary", "multipart/form-data", "List-Unsubscribe=One-Click", 400],
    ["JSON", "application/json", '{"List-Unsubscribe":"One-Click"}', 400],
    ["another type", "text/plain", "List-Unsubscribe=One-Click", 400],
    ["a type that is not read", "application/xml", "<a/>", 415],
  ])("with %s changes nothing", async (_, type, payload, status) => {
    const { path, channels } = await aMail();
    const reply = await app.inject({ method: "POST", url: path, headers: { "content-type": type }, payload });
    expect(reply.statusCode).toBe(status);
    expect(await channels()).toEqual({ email: true, sms: true });
  });

  test("by a GET or a HEAD changes nothing, and asks", async () => {
    const { path, channels } = await aMail();
    await app.inject({ method: "HEAD", url: path });
    const { statusCode, body } = await app.inject({ url: path });
    expect(statusCode).toBe(200);
    expect(body).toContain("Unsubscribe from “Weekly news”?");
    expect(body).toContain('<input type="hidden" name="List-Unsubscribe" value="One-Click">');
    expect(await channels()).toEqual({ email: true, sms: true });
  });

  test("can be taken back by the button of its page", async () => {
    const { click, path, channels } = await aMail();
    const { body } = await click(BROWSER);
    const [, action = "", undo = ""] =
      /action="([^"]+)"><input type="hidden" name="undo" value="([^"]+)"/.exec(body) ?? [];
    const home = new URL(action, `http://localhost${path}`).pathname;
    expect(home).toBe(path.replace("/one-click", ""));
    expect(
      (
        await post(home, [
          ["action", "undo"],
          ["undo", undo],
        ])
      ).statusCode,
    ).toBe(303);
    expect(await channels()).toEqual({ email: true, sms: true });
  });

  test("leaves a workflow alone that has become critical, and says so", async () => {
    const { click, path, id, channels } = await aMail();
    await db.update(workflows).set({ critical: true }).where(eq(workflows.id, id));
    expect((await click()).statusCode).toBe(409);
    expect((await click(BROWSER)).body).toContain("This message cannot be turned off");
    expect((await app.inject({ url: path })).body).toContain("This message cannot be turned off");
    expect(await channels()).toEqual({ email: true, sms: true });
  });

  test("of a workflow that was deleted has nothing left to do", async () => {
    const { click, path, id } = await aMail();
    await db.update(workflows).set({ deletedAt: new Date() }).where(eq(workflows.id, id));
    for (const reply of [await click(), await app.inject({ url: path })]) {
      expect([reply.statusCode, reply.body.includes("You are unsubscribed")]).toEqual([200, true]);
    }
  });

  test("needs a link of a mail", async () => {
    const { owner } = await aPerson();
    const reply = await post(`${PAGE}/${tokenOf(owner)}/one-click`, [["List-Unsubscribe", "One-Click"]]);
    expect(reply.statusCode).toBe(404);
  });
});
