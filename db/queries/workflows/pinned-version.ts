import { LRUCache } from "lru-cache";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { loadVersion, type VersionWithSteps } from "./workflow-versions.ts";

const versions = new LRUCache<string, VersionWithSteps>({ max: 500 });

/** The version that an event is pinned to. One that is kept never changes, so the first look is the last. */
export async function pinnedVersion(db: Database, versionId: string): Promise<VersionWithSteps> {
  const known = versions.get(versionId);
  if (known) return known;
  const version = await loadVersion(db, versionId);
  if (!version) throw notFound(`Version ${versionId} of the workflow does not exist`);
  if (version.version.keptAt !== null) versions.set(versionId, version);
  return version;
}
