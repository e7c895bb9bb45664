import { randomUUID } from "node:crypto";
import type { TestDelivery } from "#contract/accounts/test-delivery.ts";
import type { Database } from "#db/client.ts";
import { findTestDelivery, saveTestDelivery } from "#db/queries/environments/test-delivery.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { addressesOf, listingOf } from "#domain/test-delivery.ts";
import type { CallContext } from "../../caller.ts";
import { noted } from "../audit.ts";

/** Replaces who gets messages while the environment is tested. Throws `invalid_input` when it is switched on in Production. */
export const setTestDelivery = (db: Database, call: CallContext, given: TestDelivery): Promise<void> =>
  noted(db, call, { action: "environment.updated", id: call.scope.environmentId }, async (transaction) => {
    const { isProduction } = await findTestDelivery(transaction, call.scope);
    if (given.isOn && isProduction) {
      throw new DomainError(
        "invalid_input",
        "isOn cannot be true in Production, where messages are for everybody: use it in Development",
      );
    }
    await saveTestDelivery(transaction, call.scope, { ...given, revision: randomUUID() });
  });

/** Throws `invalid_input` for a message that a member sends by hand to somebody who is not listed while the environment is tested. */
export async function requireListed(db: Database, scope: Scope, message: object): Promise<void> {
  const { setting } = await findTestDelivery(db, scope);
  if (!setting?.isOn || addressesOf({ ...message }).every(listingOf(setting))) return;
  throw new DomainError(
    "invalid_input",
    "Test delivery is on, and its list does not have this address: add it, or switch test delivery off",
  );
}
