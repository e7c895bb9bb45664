import { LOGO_MAX_BYTES, LOGOS_KEPT } from "#contract/constants/people.ts";
import type { Database } from "#db/client.ts";
import { insertLogo } from "#db/queries/organizations/logos.ts";
import { addressOf, type ContextPaths } from "#domain/conditions/context-paths.ts";
import { DomainError } from "#domain/errors.ts";
import type { OrganizationCall } from "../../caller.ts";
import { note } from "../audit.ts";

interface Services {
  db: Database;
  config: { publicUrl: string; contextPaths: ContextPaths };
}

/** The bytes that files of a type begin with. */
const SIGNATURES = [
  { type: "image/png", ending: "png", bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: "image/jpeg", ending: "jpg", bytes: Buffer.from([0xff, 0xd8, 0xff]) },
] as const;

/** Stores a picture in base64, and returns its public address. Throws `invalid_input` for anything but a small PNG or JPEG. */
export async function uploadLogo({ db, config }: Services, call: OrganizationCall, base64: string): Promise<string> {
  const file = Buffer.from(base64, "base64");
  const kind = SIGNATURES.find(({ bytes }) => file.subarray(0, bytes.length).equals(bytes));
  if (!kind) throw new DomainError("invalid_input", ["file must be a PNG or a JPEG"]);
  if (file.length > LOGO_MAX_BYTES) {
    throw new DomainError("invalid_input", [`file must be of at most ${LOGO_MAX_BYTES} bytes`]);
  }
  const { organizationId } = call.scope;
  const id = await db.transaction(async (transaction) => {
    const stored = await insertLogo(transaction, { organizationId, type: kind.type, file }, LOGOS_KEPT);
    const after = { logo: stored, type: kind.type, bytes: file.length };
    await note(transaction, call, { action: "organization.logo_uploaded", id: organizationId, after });
    return stored;
  });
  return addressOf(config, "api", `/v1/logos/${id}.${kind.ending}`);
}
