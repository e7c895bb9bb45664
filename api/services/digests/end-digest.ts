import type { Database } from "#db/client.ts";
import { endWindow } from "#db/end-window.ts";
import { findWindow, type WindowRow } from "#db/queries/digests/digest-windows.ts";
import { discardWindow, type LockedWindow, lockWindow, sendWindow } from "#db/queries/digests/end-early.ts";
import { endRuns } from "#db/queries/digests/end-windows.ts";
import { findUser } from "#db/queries/users/users.ts";
import type { DigestEnder } from "#db/schema/runs/digest-windows.ts";
import { inRareTransaction, type RareTransaction } from "#db/transaction.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { personName } from "#domain/values/person-name.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext, KeyCaller, MemberCaller } from "../../caller.ts";
import { noteBy } from "../audit.ts";
import { wakeOwners } from "../resumptions/wake-owners.ts";

interface Services {
  db: Database;
  engine: Engine;
}

/** Only a person, or somebody's key, ends a digest. */
type EndingCall = CallContext<KeyCaller | MemberCaller>;

/** How long the caller of a discard waits for its runs to be ended; the reconciler goes on. */
const ENDING_MS = 3_000;

const unknownDigest = (id: string) => notFound(`No digest with id ${id} exists in this environment`);

/**
 * Has a digest sent now, with the events that it has. The rows say so before this returns; asked again, it changes
 * nothing. Throws `not_found`; `conflict` when it was discarded or is closed, or its run is just being stored.
 */
export async function sendDigest({ db, engine }: Services, call: EndingCall, id: string): Promise<WindowRow> {
  const by = await enderOf(db, call);
  const due = await inWindow(db, call, id, async (sql, window) => {
    if (window.sentBy !== null && window.discardedBy === null) return undefined;
    requireOpen(window);
    const due = await sendWindow(sql, window, { by, now: new Date() });
    if (!due) throw stillStored(id);
    await noteBy(sql, db, call, { action: "digest.sent", id });
    return due;
  });
  if (due) await wakeOwners({ db, engine }, [due.cohortId]);
  return getDigest(db, call, id);
}

/**
 * Ends a digest so that nothing of it is sent: its runs end as cancelled. From the moment at which this is stored, nobody
 * joins it and nobody closes it. Asked again, it changes nothing. Throws `not_found`; `conflict` when it has been closed,
 * or its run is just being stored.
 */
export async function discardDigest({ db, engine }: Services, call: EndingCall, id: string): Promise<WindowRow> {
  const by = await enderOf(db, call);
  const clock = () => new Date();
  const discarded = await inWindow(db, call, id, async (sql, window) => {
    if (window.discardedBy !== null) return undefined;
    requireOpen(window);
    await discardWindow(sql, id, by);
    const ending = { ...window, discardedBy: by };
    if ((await endRuns(sql, ending, [window.masterRunId], clock())) === 0) throw stillStored(id);
    await noteBy(sql, db, call, { action: "digest.discarded", id });
    return ending;
  });
  if (discarded) await endWindow(db, discarded, { clock, budgetMs: ENDING_MS });
  const window = await getDigest(db, call, id);
  // Its execution has nothing left to wait for.
  if (discarded && window.executionId !== null) await engine.lookAgain([window.executionId]);
  return window;
}

export async function getDigest(db: Database, { scope }: Pick<CallContext, "scope">, id: string): Promise<WindowRow> {
  const window = await findWindow(db, scope, id);
  if (!window) throw unknownDigest(id);
  return window;
}

/** Does something while nobody else can join, close or end the window. */
function inWindow<T>(
  db: Database,
  { scope }: EndingCall,
  id: string,
  change: (sql: RareTransaction, window: LockedWindow) => Promise<T>,
): Promise<T> {
  return inRareTransaction(db, async (sql) => {
    const window = await lockWindow(sql, scope, id);
    if (!window) throw unknownDigest(id);
    return change(sql, window);
  });
}

function requireOpen({ id, closedAt, discardedBy }: LockedWindow): void {
  if (discardedBy !== null) throw new DomainError("conflict", `Digest ${id} was discarded: nothing of it is sent`);
  if (closedAt !== null) throw new DomainError("conflict", `Digest ${id} is closed: its events are sent already`);
}

const stillStored = (id: string) =>
  new DomainError("conflict", `The run of digest ${id} is being stored: ask again in a moment`);

async function enderOf(db: Database, { caller }: EndingCall): Promise<DigestEnder> {
  const user = await findUser(db, caller.userId);
  const name = personName(user) ?? "a former member";
  const by = { userId: caller.userId, name, at: new Date().toISOString() };
  return caller.kind === "key" ? { kind: "key", keyId: caller.keyId, ...by } : { kind: "member", ...by };
}
