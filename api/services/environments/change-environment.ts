import type { UpdateEnvironment } from "#contract/accounts/environments.ts";
import type { Database } from "#db/client.ts";
import { type EnvironmentRow, findEnvironment, updateEnvironment } from "#db/queries/environments/environments.ts";
import { refusingTaken } from "#db/unique-violation.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { allowsSelfSigned } from "#domain/values/self-signed.ts";
import { idIn } from "#domain/values/short-id.ts";
import type { OrganizationCall } from "../../caller.ts";
import { noted } from "../audit.ts";
import { requireReach } from "../reach.ts";

/**
 * Changes what is given of an environment, by its id or its slug; empty texts are ignored. Throws `not_found`, `forbidden` for a key of
 * another environment, `conflict` for an identifier that an inbox of somebody else goes by, and `invalid_input` for what only development
 * may have.
 */
export async function changeEnvironment(
  db: Database,
  call: OrganizationCall,
  reference: string,
  { name, identifier, color, dns, bridge, requiresApproval }: UpdateEnvironment,
): Promise<{ environment: EnvironmentRow; isModified: boolean }> {
  const { scope, caller } = call;
  const unknown = notFound(`No environment with id ${reference} exists in this organization`);
  const id = idIn(reference);
  if (id === undefined || !(await findEnvironment(db, scope.organizationId, id))) throw unknown;
  requireReach(caller, id);
  if (requiresApproval !== undefined && caller.kind === "key") {
    throw new DomainError("forbidden", "requiresApproval is changed by a member in the dashboard, and by no API key");
  }
  const domain = dns?.inboundParseDomain?.trim().toLowerCase();
  const changes = {
    ...(name && { name }),
    ...(identifier && { identifier }),
    ...(color !== undefined && { color }),
    ...(domain && { inboundParseDomain: domain }),
    ...(requiresApproval !== undefined && { requiresApproval }),
    ...(bridge?.url && { bridgeUrl: bridge.url }),
    ...(bridge?.allowsSelfSigned !== undefined && { bridgeSelfSigned: bridge.allowsSelfSigned }),
  };
  const saving = noted(db, call, { action: "environment.updated", id }, async (transaction) => {
    const saved = await updateEnvironment(transaction, scope.organizationId, id, changes);
    if (changes.bridgeSelfSigned && saved && !allowsSelfSigned(saved)) throw refusedSelfSigned();
    return saved;
  });
  const environment = await refusingTaken("environments_identifier", saving, () => {
    return new DomainError("conflict", `identifier ${identifier} belongs to another environment: choose another one`);
  });
  if (!environment) throw unknown;
  return { environment, isModified: Object.keys(changes).length > 0 };
}

const refusedSelfSigned = () =>
  new DomainError("invalid_input", [
    "bridge.allowsSelfSigned must not be true: only a development environment may trust a certificate that its bridge has signed itself",
  ]);
