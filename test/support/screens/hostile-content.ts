import { randomUUID } from "node:crypto";
import { Belfry, type Body } from "#client/client.ts";
import { PUBLICATION_NOTE_MAX } from "#contract/constants/changes.ts";
import { IDENTIFIER_MAX, NAME_MAX, PERSON_NAME_MAX, SUBSCRIBER_ID_MAX } from "#contract/constants/limits.ts";
import { RESUMPTION_NAME_MAX } from "#contract/constants/resumptions.ts";
import { WEBHOOK_DESCRIPTION_MAX } from "#contract/constants/webhooks.ts";
import { eventually } from "#test/support/processes.ts";
import { sharedMailsTo } from "#test/support/shared-mails.ts";
import { createAudiences } from "./audiences.ts";
import { createEndpoint } from "./endpoint.ts";
import { storeFailureGroup } from "./failure-group.ts";
import { ARABIC, HEBREW, markup, rightToLeft } from "./hostile-texts.ts";
import { publish } from "./publication.ts";
import { refuseRequest } from "./refused-request.ts";

const PASSWORD = "Analytical-1843";
const DESCRIPTION_LENGTH = 500;
/** Of the route of addresses that no other route has, whose parameter has no name. */
const UNKNOWN_PATH = `no/${"a".repeat(300)}`;

/** Two of its lines have problems, and a column has the longest name. */
const FAULTY_FILE = `subscriberId,data.${"c".repeat(1_000)}\nno spaces,x\nada,x\nada,x\n`;

export interface HostileContent {
  /** The session of a member whose organisation has what follows. */
  readonly memberToken: string;
  /** The session of somebody who belongs to no organisation. */
  readonly newcomerToken: string;
  /** Values of the parameters of routes: ids of what was created. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Creates an organisation that has something on every screen of the dashboard, with names as long as they may be: markup with a script,
 * one word without an end, and words from right to left.
 */
export async function createHostileContent(apiUrl: string, databaseUrl: string): Promise<HostileContent> {
  const visitor = new Belfry({ apiUrl, token: () => undefined });
  const person = { firstName: markup(PERSON_NAME_MAX), lastName: rightToLeft(HEBREW, NAME_MAX), password: PASSWORD };
  const email = longAddress("m");
  const { token: memberToken } = await visitor.auth.register({ ...person, email, organizationName: markup(NAME_MAX) });
  const { token: newcomerToken } = await visitor.auth.register({ ...person, email: longAddress("n") });
  const belfry = await inDevelopment(apiUrl, memberToken);

  await belfry.environments.create({ name: markup(NAME_MAX) });
  const role = { identifier: "r".repeat(IDENTIFIER_MAX), name: rightToLeft(HEBREW, NAME_MAX) };
  await belfry.organizations.createRole({ ...role, permissions: ["environment.read"] });
  await belfry.apiKeys.create({ name: markup(NAME_MAX), role: role.identifier });
  await belfry.apiKeys.create({ name: "x".repeat(NAME_MAX), type: "organization" });
  await belfry.notificationGroups.create(rightToLeft(ARABIC, NAME_MAX));
  const layoutId = await createLayout(belfry);
  const [workflow, group, token, integrationId] = await Promise.all([
    createWorkflows(belfry, layoutId),
    createTranslations(belfry),
    invite(belfry),
    connect(belfry),
  ]);
  const run = await runOnce(belfry, workflow.identifier);
  return {
    memberToken,
    newcomerToken,
    parameters: {
      "": UNKNOWN_PATH,
      ...workflow,
      ...run,
      ...(await resume(belfry, run)),
      groupId: await storeFailureGroup(databaseUrl, run.runId, { code: markup(100), text: rightToLeft(HEBREW, 300) }),
      ...(await createAudiences(belfry)),
      ...(await createEndpoint(belfry, rightToLeft(HEBREW, WEBHOOK_DESCRIPTION_MAX))),
      publicationId: await publish(belfry, workflow.identifier, markup(PUBLICATION_NOTE_MAX)),
      requestId: await refuseRequest(apiUrl, belfry, { name: `${markup(50)} key`, text: markup(200) }),
      importId: (await belfry.imports.create(FAULTY_FILE, "text/csv", { kind: "subscribers" }))._id,
      layoutId,
      group,
      token,
      integrationId,
      providerId: "ses",
    },
  };
}

async function createWorkflows(belfry: Belfry, layoutId: string) {
  await belfry.v2.workflows.create({ name: rightToLeft(ARABIC, 64), tags: [rightToLeft(HEBREW, 32)], steps: [] });
  // Version 1 takes longer names than version 2, which then keeps them.
  const tags = [..."abcdefgh"].map((letter) => letter.repeat(32));
  const [group] = await belfry.notificationGroups.get();
  const long = await belfry.workflows.create({
    name: markup(NAME_MAX),
    description: "d".repeat(DESCRIPTION_LENGTH),
    notificationGroupId: group?._id ?? "",
    tags,
    active: true,
    steps: LONG_NAMES.map((name) => ({ name, template: { type: "in_app", content: text } })),
  });
  const { name, description, steps } = await belfry.v2.workflows.get(long._id);
  const saved = await belfry.v2.workflows.update(long._id, {
    name,
    description,
    tags,
    active: true,
    steps: [...steps, ...stepsIn(layoutId)],
  });
  const branch = saved.steps.find(({ type }) => type === "branch");
  return { workflowId: saved._id, stepId: branch?._id ?? "", identifier: saved.workflowId };
}

const LONG_NAMES = [markup(NAME_MAX), rightToLeft(HEBREW, NAME_MAX), "x".repeat(NAME_MAX)];
const text = `{{payload.${"p".repeat(200)}}} ${markup(300)}`;
const comparison = {
  on: "payload" as const,
  field: "f".repeat(255),
  operator: "EQUAL" as const,
  value: "v".repeat(255),
};
const condition = {
  value: "AND" as const,
  children: [
    comparison,
    {
      value: "OR" as const,
      isNegated: true,
      children: [
        {
          on: "subscriber" as const,
          field: `data.${markup(100)}`,
          operator: "ANY_IN" as const,
          value: [markup(80), "x".repeat(200)],
        },
        {
          children: [
            { on: "webhook" as const, webhookUrl: `https://example.com/${"u".repeat(200)}`, field: "ok" },
            { on: "previousStep" as const, step: "s".repeat(200), stepType: "read" as const },
            { on: "isOnlineInLast" as const, value: 5, timeOperator: "minutes" as const },
          ],
        },
      ],
    },
  ],
};

/** One step of each type besides in-app; those after the digest wait for it. */
const stepsIn = (layoutId: string): Body<"updateWorkflowV2">["steps"] => [
  { name: rightToLeft(HEBREW, 64), type: "email", controlValues: { subject: text, body: `<p>${text}</p>`, layoutId } },
  { name: "x".repeat(64), type: "sms", controlValues: { body: text } },
  {
    name: "Digest",
    type: "digest",
    controlValues: { amount: 1, unit: "days", digestKey: `payload.${"k".repeat(200)}` },
  },
  {
    name: "Branch",
    type: "branch",
    controlValues: {
      branches: [{ branchId: "long", name: markup(NAME_MAX), filters: [condition] }],
      defaultBranchId: "default",
    },
  },
  { name: "Delay", type: "delay", controlValues: { type: "dynamic", dynamicKey: "payload.at" }, branchId: "long" },
  { name: "Chat", type: "chat", controlValues: { body: text }, filters: [condition] },
  { name: "Push", type: "push", controlValues: { subject: text, body: text } },
  { name: "Throttle", type: "throttle", controlValues: { amount: 1, unit: "hours", threshold: 3 } },
  {
    name: "Request",
    type: "http_request",
    controlValues: { method: "POST", url: `https://example.com/${"u".repeat(500)}` },
  },
  { name: "Wait", type: "wait_for_event", controlValues: { amount: 1, unit: "days", signal: "s".repeat(255) } },
  { name: "Start", type: "trigger", controlValues: { workflowId: "w".repeat(255) } },
];

async function createLayout(belfry: Belfry): Promise<string> {
  await belfry.v2.layouts.create({ name: rightToLeft(ARABIC, NAME_MAX) });
  const body = `<!-- ${"c".repeat(2_000)} --><main style="width: 3000px">${"x".repeat(500)}{{ body }}</main>`;
  const { _id } = await belfry.v2.layouts.create({
    name: markup(NAME_MAX),
    layoutId: "l".repeat(IDENTIFIER_MAX),
    description: rightToLeft(HEBREW, 1_000),
    controlValues: { email: { body, editorType: "html" } },
  });
  return _id;
}

/** Runs the workflow for one subscriber, until its first messages are in the outbox. */
async function runOnce(belfry: Belfry, workflow: string) {
  const { transactionId } = await belfry.trigger(workflow, {
    to: {
      subscriberId: "s".repeat(SUBSCRIBER_ID_MAX),
      firstName: markup(PERSON_NAME_MAX),
      lastName: rightToLeft(ARABIC, PERSON_NAME_MAX),
      email: `${"e".repeat(64)}@${"d".repeat(60)}.example.com`,
      phone: "+49170".padEnd(64, "0"),
    },
    payload: {
      at: new Date(Date.now() + 86_400_000).toISOString(),
      [markup(0)]: markup(500),
      number: "7".repeat(300),
      words: rightToLeft(HEBREW, 300),
    },
  });
  return eventually("the workflow has sent an email and an SMS", 30_000, async () => {
    const { data: messages } = await belfry.outbox.list();
    const { data: runs } = await belfry.notifications.list({ transactionId });
    const mail = messages.find(({ channel }) => channel === "email");
    return mail && messages.length > 1 && runs[0] ? { messageId: mail._id, runId: runs[0]._id } : null;
  });
}

/** A resumption and a cancellation of a run that has nothing left to do, with the longest name. */
async function resume(belfry: Belfry, { runId }: { runId: string }) {
  const name = markup(RESUMPTION_NAME_MAX);
  const { _id } = await belfry.notifications.createResumption({ name, runIds: [runId] });
  const cancellation = await belfry.notifications.createCancellation({ name, runIds: [runId] });
  return { resumptionId: _id, cancellationId: cancellation._id };
}

/** Creates workflows until a list of them is longer than a screen. */
export async function createPlainWorkflows(apiUrl: string, token: string, count: number): Promise<void> {
  const belfry = await inDevelopment(apiUrl, token);
  const names = Array.from({ length: count }, (_, index) => `Plain ${index}`);
  await Promise.all(names.map((name) => belfry.v2.workflows.create({ name, steps: [] })));
}

/** Returns a client for the environment in which a member builds. */
async function inDevelopment(apiUrl: string, token: string): Promise<Belfry> {
  const environments = await new Belfry({ apiUrl, token }).environments.getAll();
  const development = environments.find(({ type }) => type === "dev");
  return new Belfry({ apiUrl, token, environmentId: development?._id });
}

async function createTranslations(belfry: Belfry): Promise<string> {
  const identifier = "g".repeat(IDENTIFIER_MAX);
  await belfry.translations.createGroup({ name: rightToLeft(HEBREW, NAME_MAX), identifier });
  const key = "k".repeat(255);
  await belfry.translations.import(identifier, "en", { [key]: markup(500), hello: "Hello" });
  await belfry.translations.import(identifier, "ar-EG", { [key]: rightToLeft(ARABIC, 500) });
  return identifier;
}

/** Connects a mail server that is off, and a provider beside it. Returns the id of the server. */
async function connect(belfry: Belfry): Promise<string> {
  const credentials = {
    host: `${"h".repeat(60)}.example.com`,
    port: 587,
    user: markup(200),
    password: "p".repeat(200),
  };
  await belfry.integrations.create("ses", { channel: "email", name: rightToLeft(HEBREW, NAME_MAX), check: false });
  const name = markup(NAME_MAX);
  const identifier = "i".repeat(IDENTIFIER_MAX);
  const server = { channel: "email" as const, name, identifier, credentials, check: false };
  return (await belfry.integrations.create("nodemailer", server))._id;
}

/** Returns the token of an invitation, as its mail has it. */
/** An address that no other content has, and whose first part is as long as it may be. */
const longAddress = (letter: string) => `${randomUUID().padEnd(64, letter)}@example.com`;

async function invite(belfry: Belfry): Promise<string> {
  const email = longAddress("i");
  await belfry.invites.create({ email, role: "viewer" });
  return eventually("the invitation arrives", 10_000, () => {
    const mail = sharedMailsTo(email).at(-1) ?? "";
    return Promise.resolve(/\/auth\/invitation\/([\w-]+)/.exec(mail)?.[1] ?? null);
  });
}
