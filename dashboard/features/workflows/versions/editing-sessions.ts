import type { WorkflowVersion } from "#contract/v2/workflow-versions.ts";

/** Milliseconds between two versions of one session at most. */
const PAUSE_MAX_MS = 10 * 60_000;

/** Versions that one person made without a long pause. */
export interface EditingSession {
  newest: WorkflowVersion;
  /** Newest first. */
  earlier: readonly WorkflowVersion[];
  /** The changes of all of them, each sentence once. */
  changes: readonly string[];
}

/**
 * Returns the sessions in which versions, newest first, were made. One that was restored is a session of its own, and one that is used, such
 * as by another environment, is the last one of its session, so that both are always in sight.
 */
export function editingSessions(
  versions: readonly WorkflowVersion[],
  isUsed: (version: number) => boolean,
): EditingSession[] {
  const sessions: WorkflowVersion[][] = [];
  for (const version of versions) {
    const session = sessions.at(-1);
    if (session && !isUsed(version.version) && continues(session, version)) session.push(version);
    else sessions.push([version]);
  }
  return sessions.flatMap(([newest, ...earlier]) =>
    newest ? [{ newest, earlier, changes: [...new Set([newest, ...earlier].flatMap(({ changes }) => changes))] }] : [],
  );
}

function continues(session: readonly WorkflowVersion[], version: WorkflowVersion): boolean {
  const next = session.at(-1);
  if (!next || next.restoredFrom !== undefined || version.restoredFrom !== undefined) return false;
  const isOfOnePerson = next.createdBy !== undefined && next.createdBy._id === version.createdBy?._id;
  return isOfOnePerson && Date.parse(next.createdAt) - Date.parse(version.createdAt) <= PAUSE_MAX_MS;
}
