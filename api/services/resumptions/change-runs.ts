import type { ResumptionIntegration } from "#contract/resumptions.ts";
import type { Database } from "#db/client.ts";
import { hasPrimary } from "#db/queries/integrations/integration-priorities.ts";
import { listEnvironmentIntegrations } from "#db/queries/integrations/integrations.ts";
import {
  cancelResumption,
  getResumption,
  insertResumption,
  type NewResumption,
  type ResumptionRow,
  unknownRuns,
} from "#db/queries/resumptions/resumptions.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext, KeyCaller, MemberCaller } from "../../caller.ts";
import { noted } from "../audit.ts";

interface Services {
  db: Database;
  engine: Engine;
}

interface Selection extends Omit<NewResumption, "integration"> {
  kind: Kind;
  integrationId?: string | undefined;
}

type AskingCall = CallContext<KeyCaller | MemberCaller>;
type Kind = ResumptionRow["kind"];

const CREATED = { resume: "resumption.created", cancel: "cancellation.created" } as const satisfies Record<
  Kind,
  string
>;
const ENDED = { resume: "resumption.canceled", cancel: "cancellation.canceled" } as const satisfies Record<
  Kind,
  string
>;

/**
 * Asks for runs to go on that failed or were stopped, of which only steps that failed or were not sent are executed; or to be cancelled, as
 * far as they have not begun. A worker does it, in portions. Throws `invalid_input` for a run that does not exist, and for an
 * integration that cannot send what failed.
 */
export async function changeSelected(
  { db, engine }: Services,
  call: AskingCall,
  selection: Selection,
): Promise<ResumptionRow> {
  const { scope, caller } = call;
  const [unknown] = selection.runIds ? await unknownRuns(db, scope, selection.runIds) : [];
  if (unknown !== undefined) {
    throw new DomainError("invalid_input", `runIds: no notification with id ${unknown} exists in this environment`);
  }
  const { integrationId, ...selected } = selection;
  const integration = integrationId === undefined ? undefined : await integrationFor(db, scope, integrationId);
  const by = { userId: caller.userId, ...(caller.kind === "key" && { keyEnd: caller.keyEnd }) };
  const row = await noted(
    db,
    call,
    { action: CREATED[selection.kind] },
    (transaction) => insertResumption(transaction, scope, { ...selected, integration, by }),
    ({ id }) => id,
  );
  await start(engine, row);
  return row;
}

/** An integration of a channel on which another one may send what one could not. */
async function integrationFor(db: Database, scope: Scope, id: string): Promise<ResumptionIntegration> {
  const found = (await listEnvironmentIntegrations(db, scope)).find((integration) => integration.id === id);
  const problem = (text: string) => new DomainError("invalid_input", `integrationId: ${text}`);
  if (!found) throw problem(`no integration with id ${id} exists in this environment`);
  const { name, channel, providerId } = found;
  if (!found.active) throw problem(`the integration ${name} is switched off: activate it first`);
  if (!hasPrimary(channel)) {
    throw problem(
      `must be an email or SMS integration: on ${channel}, subscribers have credentials of one integration`,
    );
  }
  return { _id: id, name, channel, providerId };
}

/** The same for one run. Throws `not_found`. */
export async function changeRun(
  services: Services,
  call: AskingCall,
  { runId, ...change }: Pick<Selection, "kind" | "version" | "integrationId"> & { runId: string },
): Promise<ResumptionRow> {
  const [unknown] = await unknownRuns(services.db, call.scope, [runId]);
  if (unknown !== undefined) throw notFound(`No notification with id ${runId} exists in this environment`);
  return changeSelected(services, call, { ...change, runIds: [runId] });
}

/** Ends it after the portion that is under way. Returns it as it is then; one that has ended stays as it was. Throws `not_found`. */
export const endSelected = (
  db: Database,
  call: CallContext,
  one: Pick<ResumptionRow, "kind" | "id">,
): Promise<ResumptionRow> =>
  noted(db, call, { action: ENDED[one.kind], id: one.id }, async (transaction) => {
    await getResumption(transaction, call.scope, one);
    await cancelResumption(transaction, call.scope, one.id);
    return getResumption(transaction, call.scope, one);
  });

/** The row says what is to be done: should Temporal not respond, the reconciler starts it. */
async function start(
  engine: Engine,
  { id: resumptionId, organizationId, environmentId }: ResumptionRow,
): Promise<void> {
  try {
    await engine.startResumption({ resumptionId, organizationId, environmentId });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "unavailable")) throw error;
  }
}
