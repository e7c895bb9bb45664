import type {
  CreateEnvironmentVariable,
  EnvironmentVariable,
  EnvironmentVariableUsage,
  UpdateEnvironmentVariable,
} from "#contract/accounts/environment-variables.ts";
import { SECRET_MASK } from "#contract/constants/templates/environment-variables.ts";
import type { Database } from "#db/client.ts";
import { encrypt } from "#db/encryption.ts";
import {
  deleteVariable,
  getVariable,
  insertVariable,
  listVariables,
  lockVariable,
  removeVariableValues,
  saveVariableValues,
  touchVariables,
  updateVariable,
  type VariableRow,
  type VariableValueRow,
} from "#db/queries/environments/environment-variables.ts";
import { listEnvironments } from "#db/queries/environments/environments.ts";
import { findVariableUses, type VariableUse } from "#db/queries/environments/variable-usage.ts";
import { findPeople } from "#db/queries/integrations/secret-setters.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { groupedBy } from "#domain/values/grouped-by.ts";
import type { CallContext } from "../../caller.ts";
import { maskedValue, variableView } from "../../views/environment-variables.ts";
import { noted } from "../audit.ts";
import { reaches, requireReach } from "../reach.ts";

export interface VariableServices {
  db: Database;
  config: { encryptionKey: Buffer };
}

type Given = NonNullable<UpdateEnvironmentVariable["values"]>;

/** Returns the variables of the organisation, with the values that the caller reaches. */
export async function readableVariables(
  services: VariableServices,
  call: Pick<CallContext, "scope" | "caller">,
  { search }: { search?: string | undefined },
): Promise<EnvironmentVariable[]> {
  const rows = await listVariables(services.db, call.scope.organizationId, { search });
  return views(services, call, rows);
}

/** Throws `not_found`. */
export async function readableVariable(
  services: VariableServices,
  call: Pick<CallContext, "scope" | "caller">,
  key: string,
): Promise<EnvironmentVariable> {
  const row = await getVariable(services.db, call.scope.organizationId, key);
  const [view] = await views(services, call, [row]);
  if (!view) throw new Error("A variable has no view");
  return view;
}

async function views(
  { db, config }: VariableServices,
  { scope, caller }: Pick<CallContext, "scope" | "caller">,
  rows: readonly VariableRow[],
): Promise<EnvironmentVariable[]> {
  const [only] = rows;
  const uses = rows.length === 0 ? [] : await findVariableUses(db, scope, rows.length === 1 && only ? only : {});
  const users = groupedBy(uses, ({ key }) => key);
  const names = await findPeople(
    db,
    scope.organizationId,
    rows.flatMap(({ values }) => values.flatMap(({ setBy }) => setBy ?? [])),
  );
  return rows.map((row) => {
    const values = row.values.filter(({ environmentId }) => reaches(caller, environmentId));
    const usedBy = new Set(users.get(row.key)?.map(({ id }) => id)).size;
    return variableView({ ...row, values }, { usedBy, names, encryptionKey: config.encryptionKey });
  });
}

/** Throws `invalid_input` for an environment that is not there, and as `insertVariable`. */
export async function createVariable(
  services: VariableServices,
  call: CallContext,
  { key, isSecret, values }: CreateEnvironmentVariable,
): Promise<EnvironmentVariable> {
  const { organizationId } = call.scope;
  await noted(
    services.db,
    call,
    { action: "environment_variable.created" },
    async (transaction) => {
      await requireEnvironments(transaction, call, values);
      const row = await insertVariable(transaction, organizationId, { key, isSecret });
      await saveVariableValues(transaction, valueRows(services, call, { ...row, values: [] }, values));
      return row;
    },
    ({ id }) => id,
  );
  return readableVariable(services, call, key);
}

/**
 * Changes what is given. Throws `not_found`, `conflict` for a key that is taken, `forbidden` for what concerns an environment that the
 * key of another one does not reach, and `invalid_input` for a secret that is to become plain.
 */
export async function changeVariable(
  services: VariableServices,
  call: CallContext,
  variableKey: string,
  { key, isSecret, values = [] }: UpdateEnvironmentVariable,
): Promise<EnvironmentVariable> {
  const { organizationId } = call.scope;
  const { id } = await getVariable(services.db, organizationId, variableKey);
  await noted(services.db, call, { action: "environment_variable.updated", id }, async (transaction) => {
    const current = await lockVariable(transaction, organizationId, id, variableKey);
    await requireEnvironments(transaction, call, values);
    const isRenamed = key !== undefined && key !== current.key;
    const becomesSecret = isSecret === true && !current.isSecret;
    if (isRenamed || becomesSecret) requireAllReached(call, current);
    if (isSecret === false && current.isSecret) {
      throw new DomainError(
        "invalid_input",
        "isSecret cannot become false, as secret values are never shown again: delete the variable and create a plain one",
      );
    }
    const changed = { ...current, isSecret: current.isSecret || becomesSecret };
    const kept = becomesSecret ? encrypted(services, current.values) : [];
    await updateVariable(transaction, id, { key, isSecret });
    await saveVariableValues(transaction, kept);
    await saveVariableValues(transaction, valueRows(services, call, changed, values));
    const removed = values.flatMap(({ _environmentId, value }) => (value === null ? [_environmentId] : []));
    await removeVariableValues(transaction, id, removed);
    await touchVariables(transaction, organizationId);
  });
  return readableVariable(services, call, key ?? variableKey);
}

/** Throws `not_found`, and `forbidden` for the key of an environment while another one has a value. */
export async function removeVariable({ db }: VariableServices, call: CallContext, variableKey: string): Promise<void> {
  const { organizationId } = call.scope;
  const { id } = await getVariable(db, organizationId, variableKey);
  await noted(db, call, { action: "environment_variable.deleted", id }, async (transaction) => {
    requireAllReached(call, await lockVariable(transaction, organizationId, id, variableKey));
    await deleteVariable(transaction, id);
    await touchVariables(transaction, organizationId);
  });
}

/** Returns the workflows with their steps, and the layouts of the environment, that name a variable. Throws `not_found`. */
export async function variableUsage(db: Database, scope: Scope, key: string): Promise<EnvironmentVariableUsage> {
  await getVariable(db, scope.organizationId, key);
  const uses = await findVariableUses(db, scope, { key });
  const workflows = groupedBy(
    uses.filter(({ kind }) => kind === "step"),
    ({ id }) => id,
  );
  return {
    workflows: [...workflows].map(([id, [first, ...others]]) => ({
      _id: id,
      workflowId: first?.identifier ?? "",
      name: first?.name ?? "",
      steps: [first, ...others].flatMap((use: VariableUse | undefined) => use?.step ?? []),
    })),
    layouts: uses
      .filter(({ kind }) => kind === "layout")
      .map(({ id, name, identifier }) => ({ _id: id, name, layoutId: identifier })),
  };
}

/** The rows of values that are new; a secret that comes back as it was shown stays as it is. */
function valueRows(
  { config }: VariableServices,
  { caller, scope }: CallContext,
  { id, isSecret, values }: VariableRow,
  given: Given,
): VariableValueRow[] {
  const stored = new Map(values.map((row) => [row.environmentId, row]));
  const set = { setAt: new Date(), setBy: caller.kind === "member" ? caller.userId : null };
  return given.flatMap(({ _environmentId: environmentId, value }, index) => {
    const before = stored.get(environmentId);
    if (value === null) return [];
    if (before && isSecret && maskedValue(before.value, config.encryptionKey) === value) return [];
    if (isSecret && value.startsWith(SECRET_MASK)) {
      throw new DomainError(
        "invalid_input",
        `values.${index}.value is a secret as it is shown: leave it out to keep the secret, or give the new one`,
      );
    }
    if (before && !isSecret && before.value === value) return [];
    const text = isSecret ? encrypt(value, config.encryptionKey) : value;
    return [{ variableId: id, organizationId: scope.organizationId, environmentId, value: text, ...set }];
  });
}

const encrypted = ({ config }: VariableServices, rows: readonly VariableValueRow[]): VariableValueRow[] =>
  rows.map((row) => ({ ...row, value: encrypt(row.value, config.encryptionKey) }));

async function requireEnvironments(transaction: Transaction, { scope, caller }: CallContext, values: Given) {
  if (values.length === 0) return;
  const known = new Set((await listEnvironments(transaction, scope.organizationId)).map(({ id }) => id));
  const named = new Set<string>();
  for (const [index, { _environmentId }] of values.entries()) {
    const field = `values.${index}._environmentId`;
    if (!known.has(_environmentId)) {
      throw new DomainError("invalid_input", `${field} is no environment of the organization: name one that it has`);
    }
    if (named.has(_environmentId)) {
      throw new DomainError("invalid_input", `${field} names an environment a second time: give each one value`);
    }
    named.add(_environmentId);
    requireReach(caller, _environmentId);
  }
}

/** Throws `forbidden` for the key of an environment: what changes for all of them is not up to it. */
function requireAllReached({ caller }: CallContext, { values }: VariableRow): void {
  for (const { environmentId } of values) requireReach(caller, environmentId);
}
