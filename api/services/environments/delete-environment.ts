import type { Database } from "#db/client.ts";
import { forgetApiKeys } from "#db/queries/environments/api-keys.ts";
import { isOfPair, markEnvironmentDeleted } from "#db/queries/environments/delete-environment.ts";
import { findAnyEnvironment } from "#db/queries/environments/environments.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { OrganizationCall } from "../../caller.ts";
import { noted } from "../audit.ts";

/**
 * Deletes an environment with everything in it: its keys end at once, its events are cancelled within a minute, and its rows are
 * removed by the nightly clean-up. Throws `not_found`, and `invalid_input` for Development and Production.
 */
export async function deleteEnvironment(db: Database, call: OrganizationCall, environmentId: string): Promise<void> {
  const { organizationId } = call.scope;
  await noted(db, call, { action: "environment.deleted", id: environmentId }, async (transaction) => {
    const environment = await findAnyEnvironment(transaction, environmentId);
    if (environment?.organizationId !== organizationId) throw unknown(environmentId);
    if (await isOfPair(transaction, { organizationId, environmentId })) {
      throw new DomainError("invalid_input", `${environment.name} cannot be deleted: every organization has it`);
    }
    if (!(await markEnvironmentDeleted(transaction, { organizationId, environmentId }))) throw unknown(environmentId);
  });
  forgetApiKeys();
}

const unknown = (id: string) => notFound(`No environment with id ${id} exists in this organization`);
