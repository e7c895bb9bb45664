import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Promotable } from "#db/queries/changes/promotable.ts";
import type { EntityState } from "#db/schema/accounts/changes.ts";
import type { Undo } from "#db/schema/accounts/publications.ts";
import type { contentOf } from "../v2/workflows/require-current.ts";
import { describePublication } from "./describe-publication.ts";

/** A workflow, layout or translation group of the target: when it was changed last. */
interface TargetRow {
  id: string;
  name: string;
  updatedAt: Date;
}

/** The result of publishing one workflow, layout or translation group, or what it would be. */
export interface Published {
  resource: Promotable;
  source: TargetRow | null;
  /** The copy before; null when there was none. */
  target: TargetRow | null;
  action: "created" | "updated" | "deleted" | "skipped";
  before: EntityState[];
  after: EntityState[];
  /** The changes in sentences; empty where nothing changes. */
  changes: string[];
  /** Ids of layouts that its emails use. */
  layoutIds: string[];
  /** Ids of translation groups whose keys it prints. */
  groupIds: string[];
  /** Names the content of the source: it is another one after each change. */
  sourceDigest: string;
  /** Names the content of the copy afterwards. */
  targetDigest: string;
  /** Takes it back; null where nothing was written. */
  undo: Undo | null;
  /** Why it was refused; nothing of it is written then. */
  error?: string;
}

/** A copy and what of it is published. */
export interface Copied {
  states: EntityState[];
  /** In words that describe changes; null of a layout or a translation group. */
  content: ReturnType<typeof contentOf> | null;
}

export const NOTHING: Copied = { states: [], content: null };

/** Issues follow from what is around the steps: they are no content. */
const withoutIssues = (key: string, value: unknown) => (key === "issues" || key === "hasIssues" ? undefined : value);

/** Names content: it is another one after each change that is published. */
export const digestOf = (states: readonly EntityState[]): string =>
  createHash("sha256").update(JSON.stringify(states, withoutIssues)).digest("base64url");

type Row = TargetRow & { deletedAt?: Date | null };

export const rowsOf = (source: Row | undefined, target: Row | undefined): Pick<Published, "source" | "target"> => ({
  source: source && !source.deletedAt ? source : null,
  target: target && !target.deletedAt ? target : null,
});

export function outcomeOf(
  original: readonly EntityState[],
  { states: before, content: earlier }: Copied,
  { states: after, content: later }: Copied,
  undo: Undo | undefined,
): Omit<Published, "resource" | "source" | "target" | "groupIds"> {
  const isSame = isDeepStrictEqual(before, after);
  const action = isSame ? "skipped" : before.length === 0 ? "created" : after.length === 0 ? "deleted" : "updated";
  const layoutIds = original.flatMap((state) =>
    state.kind === "template" && state.template.layoutId ? [state.template.layoutId] : [],
  );
  return {
    action,
    before,
    after,
    changes: isSame ? [] : describePublication(before, after, earlier, later),
    layoutIds: [...new Set(layoutIds)],
    sourceDigest: digestOf(original),
    targetDigest: digestOf(after),
    undo: isSame ? null : (undo ?? null),
  };
}
