import { randomUUID } from "node:crypto";
import { z } from "zod";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { members } from "#db/schema/accounts/members.ts";
import { client, type SampleData } from "./sample-data.ts";

/** Values of the Authorization header by what kind of caller they make of a call; null for none. */
export type Callers = Readonly<Record<string, string | null>>;

const Signed = z.object({ data: z.object({ token: z.string() }) });
const Person = z.object({ data: z.object({ _id: z.string() }) });
const SwitchedTo = z.object({ data: z.string() });
const Key = z.object({ data: z.object({ key: z.string() }) });

/** A role that reads an environment and its keys, and may not do anything else. */
const AUDITOR = {
  identifier: "auditor",
  name: "Auditor",
  permissions: ["environment.read", "keys.read", "audit.read"],
};
const ROLES = ["admin", "member", "viewer", AUDITOR.identifier] as const;

/**
 * Makes a caller of every kind beside those of the sample data: members and keys of an environment and of the organisation for each
 * role, the subscriber of an inbox, and somebody without a credential.
 */
export async function createCallers(origin: string, databaseUrl: string, data: SampleData): Promise<Callers> {
  const asAdmin = client(origin, {
    authorization: data.credentials.member,
    "novu-environment-id": data.environmentId,
  });
  await asAdmin("POST", "/v1/organizations/roles", AUDITOR);
  const { organizationId = "" } = data.values;
  const callers: Record<string, string | null> = { visitor: null, subscriber: data.credentials.subscriber };
  const db = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    for (const role of ROLES) {
      for (const type of ["environment", "organization"]) {
        const { key } = Key.parse(await asAdmin("POST", "/v1/api-keys", { name: `${type} ${role}`, role, type })).data;
        callers[`${type}-key-${role}`] = `ApiKey ${key}`;
      }
      callers[`person-${role}`] = await signInAs(role);
    }
  } finally {
    await closeDatabase(db);
  }
  return callers;

  /** Makes a person a member without the mail of an invitation, which has nowhere to go. */
  async function signInAs(role: string): Promise<string> {
    const registered = await client(origin, {})("POST", "/v1/auth/register", {
      email: `${randomUUID()}@example.com`,
      password: `Grace-${randomUUID()}`,
      firstName: "Grace",
    });
    const call = client(origin, { authorization: `Bearer ${Signed.parse(registered).data.token}` });
    const userId = Person.parse(await call("GET", "/v1/users/me")).data._id;
    await db.insert(members).values({ organizationId, userId, roles: [role], status: "active" });
    return `Bearer ${SwitchedTo.parse(await call("POST", `/v1/auth/organizations/${organizationId}/switch`)).data}`;
  }
}

/** Returns whether a credential is refused. A run that has lost its own would call nothing any more, and find nothing. */
export async function isLost(origin: string, { credentials, environmentId }: SampleData, authorization: string) {
  const ofPerson = authorization.startsWith("ApiKey ") ? "/v1/environments/me" : "/v1/users/me";
  const path = authorization === credentials.subscriber ? "/v1/inbox/notifications" : ofPerson;
  const headers = { authorization, "novu-environment-id": environmentId };
  return (await fetch(`${origin}${path}`, { headers })).status === 401;
}
