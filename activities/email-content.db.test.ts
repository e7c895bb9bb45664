import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyPreferenceToken } from "#api/tokens.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { TriggerOverrides } from "#contract/events.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { insertLayout, lockLayout, updateLayout } from "#db/queries/layouts/layouts.ts";
import { createTestEnvironment, startApp, type TestEnvironment, testConfig } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

// What an email is made of besides its template: its layout, what the event overrides, and the address for replies.

let db: Database;
let sink: MailSink;
let runner: EventRunner;
let environment: TestEnvironment;
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  sink = await startMailSink();
  runner = createEventRunner(db);
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, sink.port);
  sink.forget();
});
afterAll(async () => {
  await runner.close();
  await sink.stop();
  await closeDatabase(db);
});

const aLayout = (content: string, fields: object = {}) =>
  db.transaction((transaction) =>
    insertLayout(transaction, environment.scope, {
      name: "Plain",
      identifier: `layout-${randomUUID()}`,
      description: null,
      isDefault: false,
      variables: [],
      content,
      creatorId: environment.userId,
      ...fields,
    }),
  );

const html = (fields: object = {}) => ({
  contentType: "customHtml" as const,
  content: "<p>Hi</p>",
  subject: "Hi",
  ...fields,
});

interface Given {
  template?: object;
  step?: object;
  event?: AcceptedEvent;
  before?: (workflow: { id: string; versionId: string }) => PromiseLike<unknown>;
  /** Of the workflow. */
  settings?: object;
  by?: EventRunner;
}

/** As a trigger takes them. */
const overriding = (overrides: object): { event: AcceptedEvent } => ({
  event: { overrides: TriggerOverrides.parse(overrides) },
});

/** Sends one email to ada, and says what arrived and what the history shows. */
async function send({ template = {}, step = {}, event = {}, before = async () => {}, settings, by = runner }: Given) {
  const workflow = await aWorkflow(db, environment, [aStep("email", { ...html(), ...template }, step)], settings);
  await before(workflow);
  const to = { subscriberId: "ada", email: "ada@example.com", firstName: "Ada" };
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to, ...event });
  await by.toEnd(ref);
  const details = await db.$client<{ detail: string; status: string; raw: string | null }[]>`
    select d.detail, d.status, d.raw from execution_details d join runs r on r.id = d.run_id
    where r.event_id = ${ref.eventId} order by d.created_at`;
  const [message] = await db.$client`
    select id, status, error_text as "errorText", content from messages where event_id = ${ref.eventId}`;
  const [job] = await db.$client<{ id: string; status: string }[]>`
    select j.id, j.status from jobs j join runs r on r.id = j.run_id where r.event_id = ${ref.eventId}`;
  return { mail: sink.mailsTo("ada@example.com").at(-1), details, message, job };
}
const bodyOf = ({ mail }: Awaited<ReturnType<typeof send>>): string | undefined => mail?.html?.trim();
const detailTexts = ({ details }: Awaited<ReturnType<typeof send>>) => details.map(({ detail }) => detail);

describe("the plain-text part of an email", () => {
  const content =
    '<p>Hi {{ subscriber.firstName }}, <a href="https://example.com/?a=1&amp;b=2">open it</a></p><ul><li>Tea</li></ul>';
  const textOf = async (given: Given) => (await send(given)).mail?.text?.trim();

  test("is made of its html, layout included", async () => {
    const { id: layoutId } = await aLayout("<body>{{ body }}<p>Bye</p></body>");
    expect(await textOf({ template: { content, layoutId, preheader: "Hidden" } })).toBe(
      "Hi Ada, open it (https://example.com/?a=1&b=2)\n\n- Tea\n\nBye",
    );
  });

  test("is the one that the event gives, or made of the html that it gives", async () => {
    const overrides = (email: object) => overriding({ email });
    expect(await textOf({ template: { content }, ...overrides({ html: "<p>Other &amp; new</p>" }) })).toBe(
      "Other & new",
    );
    expect(await textOf({ template: { content }, ...overrides({ html: "<p>a</p>", text: "given" }) })).toBe("given");
  });

  test("is missing where there are no words", async () => {
    const { mail } = await send({ template: { content: '<img src="https://example.com/a.png">' } });
    expect(mail?.html).toContain("<img");
    expect(mail?.text).toBeUndefined();
  });
});

describe("the layout of an email", () => {
  test("is the event's, else the template's, else the built-in one for blocks and none for html", async () => {
    const own = await aLayout("<div>own {{ body | raw }}</div>");
    const asked = await aLayout("<div>asked {{ body }}</div>");
    const overrides = { layoutIdentifier: asked.identifier };
    expect(bodyOf(await send({}))).toBe("<p>Hi</p>");
    expect(bodyOf(await send({ template: { layoutId: own.id } }))).toBe("<div>own <p>Hi</p></div>");
    expect(bodyOf(await send({ template: { layoutId: own.id }, ...overriding(overrides) }))).toBe(
      "<div>asked <p>Hi</p></div>",
    );
    const blocks = await send({ template: { contentType: "editor", content: [{ type: "text", content: "Hi" }] } });
    expect(bodyOf(blocks)).toContain("<!doctype html>");
  });

  test("of one step wins over that of the event, by identifier or id, and by the step's id or uuid", async () => {
    const [step, wide] = [await aLayout("<i>step {{ body }}</i>"), await aLayout("<i>wide {{ body }}</i>")];
    const overrides = (name: string) => ({
      layoutIdentifier: wide.identifier,
      channels: { email: { layoutId: wide.identifier } },
      steps: { [name]: { layoutId: name === "mail" ? step.identifier : step.id } },
    });
    const given = { step: { uuid: "mail" } };
    expect(bodyOf(await send({ ...given, ...overriding(overrides("mail")) }))).toBe("<i>step <p>Hi</p></i>");
    expect(bodyOf(await send({ ...given, ...overriding(overrides("other")) }))).toBe("<i>wide <p>Hi</p></i>");
  });

  test("has variables of its own: defaults, and required ones without which nothing is sent", async () => {
    const variables = [
      { name: "company", type: "String" as const, required: false, defaultValue: "Acme" },
      { name: "year", type: "String" as const, required: true },
    ];
    const { id: layoutId } = await aLayout("{{ body }} {{ company }} {{ year }}", { variables });
    expect(bodyOf(await send({ template: { layoutId }, event: { payload: { year: 2026 } } }))).toBe(
      "<p>Hi</p> Acme 2026",
    );
    const failed = await send({ template: { layoutId } });
    expect(failed).toMatchObject({
      job: { status: "failed" },
      message: { status: "error", errorText: expect.stringContaining("year (Value)") },
    });
    expect(detailTexts(failed)).toContain(DETAILS.contentNotGenerated);
  });

  test("is taken as it is when the email is rendered, also when it has changed a moment ago", async () => {
    const layout = await aLayout("one {{ body }}");
    const template = { layoutId: layout.id };
    expect(bodyOf(await send({ template }))).toBe("one <p>Hi</p>");
    const change = (changes: object) =>
      db.transaction(async (transaction) => {
        await updateLayout(transaction, await lockLayout(transaction, environment.scope, layout.id), changes);
      });
    await change({ content: "two {{ body }}" });
    expect(bodyOf(await send({ template }))).toBe("two <p>Hi</p>");
    await change({ deletedAt: new Date() });
    const failed = await send({ template });
    expect(failed).toMatchObject({ job: { status: "failed" }, message: { status: "error" } });
    expect(failed.details.find(({ detail }) => detail === DETAILS.contentNotGenerated)?.raw).toContain("was deleted");
  });

  test("that the environment does not have fails the step by name, also one of another environment", async () => {
    const elsewhere = await createTestEnvironment(db);
    const foreign = await db.transaction((transaction) =>
      insertLayout(transaction, elsewhere.scope, {
        name: "x",
        identifier: "foreign",
        description: null,
        isDefault: false,
        variables: [],
        content: "foreign {{ body }}",
        creatorId: elsewhere.userId,
      }),
    );
    for (const layoutIdentifier of ["unknown", "foreign", foreign.id]) {
      const failed = await send(overriding({ layoutIdentifier }));
      expect(failed).toMatchObject({ mail: undefined, job: { status: "failed" }, message: { status: "error" } });
      expect(failed.details).toContainEqual({
        detail: "Layout not found ",
        status: "Failed",
        raw: JSON.stringify({ layoutIdentifier }),
      });
    }
    const stolen = await send({ template: { layoutId: foreign.id } });
    expect(stolen).toMatchObject({ mail: undefined, job: { status: "failed" } });
  });

  test("gets the preheader once, escaped and hidden, right after its body tag, and none when it is empty", async () => {
    const { id: layoutId } = await aLayout('<html><body class="a">{{ body }}</body></html>');
    const sent = bodyOf(
      await send({ template: { layoutId, preheader: "Tom & {{ payload.b }}" }, event: { payload: { b: "<b>" } } }),
    );
    expect(sent).toMatch(/<body class="a"><div style="display: none;[^>]*>Tom &amp; &lt;b&gt;&#847;/);
    expect(sent?.split("display: none")).toHaveLength(2);
    expect(bodyOf(await send({ template: { layoutId, preheader: "{{ payload.none }}" } }))).not.toContain(
      "display: none",
    );
  });

  test("has its style rules inlined with those of the content", async () => {
    const { id: layoutId } = await aLayout(
      "<html><head><style>p { color: red }</style></head><body>{{ body }}</body></html>",
    );
    expect(bodyOf(await send({ template: { layoutId } }))).toContain('<p style="color: red;">Hi</p>');
  });
});

describe("the history of an email", () => {
  const active = { active: true };
  const always = [{ value: "AND", children: [{ on: "payload", field: "a", operator: "EQUAL", value: "1" }] }];
  const variants = [{ active: true, filters: always, template: { type: "email", ...html() } }];

  test("names the integration first, then the variant, then where replies cannot arrive", async () => {
    const sent = await send({ step: { variants, replyCallback: active }, event: { payload: { a: "1" } } });
    expect(detailTexts(sent)).toEqual([
      DETAILS.integrationSelected,
      DETAILS.variantChosen,
      DETAILS.noReplyUrl,
      DETAILS.messageCreated,
      DETAILS.messageSent,
    ]);
  });

  test("names the integration also of an email whose layout does not exist, or that cannot be rendered", async () => {
    const given = { step: { replyCallback: active } };
    expect(detailTexts(await send({ ...given, ...overriding({ layoutIdentifier: "unknown" }) }))).toEqual([
      DETAILS.integrationSelected,
      DETAILS.layoutNotFound,
    ]);
    const unrenderable = { template: { content: "{% for x in (1..100000000) %}{{ x }}{% endfor %}" } };
    expect(detailTexts(await send({ ...given, ...unrenderable }))).toEqual([
      DETAILS.integrationSelected,
      DETAILS.noReplyUrl,
      DETAILS.contentNotGenerated,
    ]);
  });

  test.each(["{% if name %}Hi", "{{ name | nosuchfilter }}"])(
    "says of %j that its syntax is wrong",
    async (content) => {
      // As an older release may have stored it: saving refuses it now.
      const before = (workflow: { versionId: string }) => db.$client`
        update workflow_steps set template = jsonb_set(template, '{content}', to_jsonb(${content}::text))
        where version_id = ${workflow.versionId}`;
      const failed = await send({ before });
      expect(failed).toMatchObject({ job: { status: "failed" }, message: { status: "error" } });
      expect(detailTexts(failed)).toEqual([DETAILS.integrationSelected, DETAILS.contentSyntaxError]);
      expect(JSON.parse(failed.details[1]?.raw ?? "")).toEqual({ error: failed.message?.errorText });
    },
  );
});

describe("overrides", () => {
  test("of a provider are merged over those of the channel, the narrower over the wider", async () => {
    const { mail } = await send({
      step: { uuid: "mail" },
      event: {
        overrides: {
          email: { subject: "channel", senderName: "channel", cc: ["channel@example.com"] },
          channels: { email: { senderName: "channels" } },
          nodemailer: { subject: "provider" },
          providers: { nodemailer: { subject: "providers" } },
          steps: { mail: { providers: { nodemailer: { subject: "step" } } } },
        },
      },
    });
    expect(mail).toMatchObject({
      subject: "step",
      from: { name: "channels" },
      cc: [{ address: "channel@example.com" }],
    });
  });

  test("a sender with a name, and several addresses, are understood as they are written", async () => {
    const { mail, details } = await send({
      event: {
        overrides: {
          email: {
            from: '"Shop, Inc." <shop@example.org>',
            replyTo: ["a@example.org", "Ann <b@example.org>"],
            cc: "c@example.org, d@example.org",
            headers: { "X-Order": 5 },
          },
        },
      },
    });
    expect(mail?.from).toMatchObject({ address: "shop@example.org", name: "Shop, Inc." });
    expect(mail?.replyTo?.map(({ address }) => address)).toEqual(["a@example.org", "b@example.org"]);
    expect(mail?.cc?.map(({ address }) => address)).toEqual(["c@example.org", "d@example.org"]);
    expect(details.map(({ status }) => status)).not.toContain("Warning");
  });

  test("what cannot be used is left out with its name, and the email is sent", async () => {
    const overrides = {
      email: { subjet: "Typo", from: "shop@example.org" },
      providers: { nodemailer: { cc: ["nobody"], from: { email: "x@example.org" }, layoutId: "wide" } },
      steps: { unknown: { layoutId: "x" } },
    };
    const { mail, job, details } = await send({ event: { overrides } });
    expect(job?.status).toBe("completed");
    expect(mail?.from).toMatchObject({ address: "shop@example.org" });
    const ofEvent = details.find(({ detail }) => detail === DETAILS.overridesNotUsed);
    expect(JSON.parse(ofEvent?.raw ?? "{}")).toEqual({
      overrides: { "steps.unknown": expect.stringContaining("is no active step") },
    });
    const note = details.findLast(({ detail }) => detail === DETAILS.overridesNotUsed);
    expect(note?.status).toBe("Warning");
    expect(JSON.parse(note?.raw ?? "{}")).toEqual({
      overrides: {
        subjet: expect.stringContaining("is not known"),
        cc: expect.stringContaining("must be an address"),
        from: expect.stringContaining("must be an address"),
        layoutId: expect.stringContaining("overrides.channels.email"),
      },
    });
  });

  test.each([
    ["text alone replaces the html", { text: "Only text" }, "Only text"],
    ["html goes before text", { text: "Only text", html: "<b>Own</b>" }, "<b>Own</b>"],
  ])("%s, for one event", async (_, email, html) => {
    const sent = await send({ event: { overrides: { email } } });
    expect(bodyOf(sent)).toBe(html);
    expect(bodyOf(await send({}))).toBe("<p>Hi</p>");
  });

  test("choose an integration of the environment by either form, and no other", async () => {
    const [smtp] = await db.$client<{ identifier: string }[]>`
      select identifier from integrations where environment_id = ${environment.environmentId} and provider_id = 'nodemailer'`;
    await db.$client`update integrations set "primary" = false where environment_id = ${environment.environmentId}`;
    const integrationIdentifier = smtp?.identifier ?? "";
    for (const overrides of [
      { email: { integrationIdentifier } },
      { channels: { email: { integrationIdentifier } } },
    ]) {
      expect((await send({ event: { overrides } })).job?.status).toBe("completed");
    }
    environment = await createTestEnvironment(db);
    const refused = await send({ event: { overrides: { email: { integrationIdentifier } } } });
    expect(refused.details).toContainEqual({
      detail: DETAILS.noIntegration,
      status: "Failed",
      raw: JSON.stringify({ integrationIdentifier }),
    });
  });
});

describe("replies", () => {
  const replyCallback = { active: true, url: "https://example.com/replies" };
  const receive = (domain: string | null, mx: boolean) => db.$client`
    update environments set inbound_parse_domain = ${domain}, mx_record_configured = ${mx}
    where id = ${environment.environmentId}`;

  test("go to an address that names the message, which templates can show", async () => {
    await receive("reply.example.com", true);
    const { mail, message, details } = await send({
      step: { replyCallback },
      template: { content: "<p>{{ step.reply_to_address }}</p>" },
    });
    const address = `parse+${message?.id.replaceAll("-", "")}-nv-m@reply.example.com`;
    expect(mail?.replyTo).toEqual([{ name: "", address }]);
    expect(mail?.html).toContain(address);
    expect(details.map(({ status }) => status)).not.toContain("Warning");
  });

  test("go where the event says, if it does", async () => {
    await receive("reply.example.com", true);
    const overrides = { email: { replyTo: "help@example.com" } };
    const { mail } = await send({ step: { replyCallback }, event: { overrides } });
    expect(mail?.replyTo).toEqual([{ name: "", address: "help@example.com" }]);
  });

  test.each([
    [DETAILS.noReplyUrl, { active: true }, "reply.example.com", true],
    [DETAILS.noReplyConfiguration, replyCallback, null, false],
    [DETAILS.noReplyMx, replyCallback, "reply.example.com", false],
    [DETAILS.noReplyDomain, replyCallback, null, true],
  ])("cannot arrive: %s, and the email is sent without the address", async (detail, callback, domain, mx) => {
    await receive(domain, mx);
    const { mail, details, job } = await send({ step: { replyCallback: callback } });
    expect([mail?.subject, mail?.replyTo, job?.status]).toEqual(["Hi", undefined, "completed"]);
    expect(details.map((one) => one.detail)).toEqual([
      DETAILS.integrationSelected,
      detail,
      DETAILS.messageCreated,
      DETAILS.messageSent,
    ]);
    expect(details[1]?.status).toBe("Warning");
  });

  test("are not asked for unless the step says so", async () => {
    await receive("reply.example.com", true);
    const { mail, details } = await send({ step: { replyCallback: { url: replyCallback.url } } });
    expect(mail?.replyTo).toBeUndefined();
    expect(details.map(({ status }) => status)).not.toContain("Warning");
  });
});

describe("unsubscribing", () => {
  const PUBLIC = {
    ...testConfig,
    publicUrl: "https://belfry.example.com",
    contextPaths: { ...testConfig.contextPaths, api: "/api" },
  };
  /** The header of a mail that an installation with this configuration sends. */
  async function sentBy(config: typeof testConfig, given: Given = {}) {
    const own = createEventRunner(db, { config });
    try {
      const { mail } = await send({ ...given, by: own });
      const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
      return { mail, list: header("list-unsubscribe"), post: header("list-unsubscribe-post") };
    } finally {
      await own.close();
    }
  }

  test("is what the headers of a mail offer, by a link that does it", async () => {
    const { list, post } = await sentBy(PUBLIC);
    expect(post).toBe("List-Unsubscribe=One-Click");
    const [, token = ""] =
      /^<https:\/\/belfry\.example\.com\/api\/v1\/preferences-page\/([\w.-]+)\/one-click>$/.exec(list ?? "") ?? [];
    const owner = await verifyPreferenceToken(token, testConfig.secret);
    const [event] = await db.$client`
      select e.workflow_id as "workflowId", s.id as "subscriberId" from events e join subscribers s using (environment_id)
      where e.environment_id = ${environment.environmentId}`;
    expect(owner).toEqual({ environmentId: environment.environmentId, ...event });
  });

  test("is offered by no mail of an installation that mail services cannot reach, or reach without TLS", async () => {
    for (const publicUrl of ["http://localhost:3000", "https://belfry.internal", "http://belfry.example.com"]) {
      expect(await sentBy({ ...testConfig, publicUrl })).toMatchObject({ list: undefined, post: undefined });
    }
  });

  test("is not offered where the subscriber has no choice", async () => {
    expect(await sentBy(PUBLIC, { settings: { critical: true } })).toMatchObject({ list: undefined, post: undefined });
    const before = ({ id }: { id: string }) =>
      db.$client`update workflows set preferences_read_only = true where id = ${id}`;
    expect(await sentBy(PUBLIC, { before })).toMatchObject({ list: undefined, post: undefined });
  });

  test("is the sender's own matter where the event has a header for it", async () => {
    const headers = { "list-unsubscribe": "<mailto:u@example.com>" };
    const sent = await sentBy(PUBLIC, overriding({ email: { headers } }));
    expect(sent).toMatchObject({ list: "<mailto:u@example.com>", post: undefined });
  });

  test("and the preferences have links that templates print, also in development", async () => {
    const content = "{{ subscriber.firstName }} {{ subscriber.preferencesUrl }} {{ subscriber.unsubscribeUrl }}";
    const [name, preferences, unsubscribe] =
      (await sentBy(testConfig, { template: { content } })).mail?.html?.trim().split(" ") ?? [];
    expect(name).toBe("Ada");
    expect(preferences).toMatch(/^http:\/\/localhost:3000\/v1\/preferences-page\/[\w.-]+$/);
    expect(unsubscribe).toBe(`${preferences}/one-click`);
    const critical = await sentBy(testConfig, { template: { content }, settings: { critical: true } });
    expect(critical.mail?.html?.trim()).toMatch(/^Ada http:\S+$/);
  });

  test("by the link keeps the next mail back, for the reason that preferences are", async () => {
    const { list } = await sentBy(PUBLIC);
    const [, path = ""] = /belfry\.example\.com\/api(\/[^>]+)/.exec(list ?? "") ?? [];
    const server = await startApp({ db });
    const reply = await server.app.inject({
      method: "POST",
      url: path,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
    expect(reply.statusCode).toBe(200);
    await server.close();
    const [workflow] = await db.$client<{ id: string; versionId: string }[]>`
      select id, version_id as "versionId" from workflows where environment_id = ${environment.environmentId}`;
    if (!workflow) throw new Error("The workflow is gone");
    sink.forget();
    const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
    await runner.toEnd(ref);
    const details = await db.$client`
      select d.detail from execution_details d join runs r on r.id = d.run_id where r.event_id = ${ref.eventId}`;
    expect(details).toContainEqual({ detail: DETAILS.filteredBySubscriberWorkflow });
    expect(sink.mailsTo("ada@example.com")).toEqual([]);
  });
});
