import type { Database } from "#db/client.ts";
import { isApiKeyLive } from "#db/queries/environments/api-keys.ts";
import { environmentsDemandingProof } from "#db/queries/integrations/inbox-proof.ts";
import type { Rooms } from "./rooms.ts";

/** The token is wrong or its session has ended: asking again with it is of no use. */
export const UNAUTHORIZED = 4401;

/** Closes the sockets of sessions whose API key has ended, and of those without a proof where the inbox demands one by now. */
export async function closeUnproven(db: Database, rooms: Rooms): Promise<void> {
  for (const keyId of rooms.provingKeys()) {
    if (await isApiKeyLive(db, keyId)) continue;
    for (const socket of rooms.socketsProvenBy(keyId)) socket.close(UNAUTHORIZED, "Unauthorized");
  }
  const environmentIds = rooms.unprovenEnvironments();
  if (environmentIds.length === 0) return;
  const demanding = await environmentsDemandingProof(db, environmentIds);
  for (const socket of rooms.unprovenSockets(demanding)) socket.close(UNAUTHORIZED, "Unauthorized");
}
