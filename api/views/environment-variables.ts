import type { EnvironmentVariable } from "#contract/accounts/environment-variables.ts";
import { SECRET_MASK } from "#contract/constants/templates/environment-variables.ts";
import { decrypt } from "#db/encryption.ts";
import type { VariableRow } from "#db/queries/environments/environment-variables.ts";
import { datedFields } from "./fields.ts";
import { settingOf } from "./integrations.ts";

/** Of a shorter secret, four characters would tell too much. */
const SHORTEST_SECRET_WITH_END = 12;
const SHOWN_CHARACTERS = 4;

interface Shown {
  usedBy: number;
  /** Of members who set values, by their ids. */
  names: ReadonlyMap<string, string>;
  encryptionKey: Buffer;
}

export const variableView = (row: VariableRow, { usedBy, names, encryptionKey }: Shown): EnvironmentVariable => ({
  _id: row.id,
  _organizationId: row.organizationId,
  key: row.key,
  type: "string",
  isSecret: row.isSecret,
  values: row.values.map(({ environmentId, value, setAt, setBy }) => ({
    _environmentId: environmentId,
    value: row.isSecret ? maskedValue(value, encryptionKey) : value,
    set: settingOf({ at: setAt.toISOString(), userId: setBy }, names),
  })),
  usedBy,
  ...datedFields(row),
});

/** The mask of a stored secret, with its last four characters where it has at least twelve. */
export function maskedValue(stored: string, encryptionKey: Buffer): string {
  const value = decrypt(stored, encryptionKey);
  return value.length < SHORTEST_SECRET_WITH_END ? SECRET_MASK : SECRET_MASK + value.slice(-SHOWN_CHARACTERS);
}
