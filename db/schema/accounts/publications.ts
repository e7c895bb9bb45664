import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { CanceledBy } from "#contract/constants/canceled-by.ts";
import type { PublicationKind, PublicationState } from "#contract/constants/changes.ts";
import type { TranslationTexts } from "#contract/workflows/translations.ts";
import { createdAt, id, moment, owner } from "../columns.ts";
import type { LayoutState, TranslationGroupState, WorkflowState } from "./changes.ts";

/** The copy that a publication wrote over, by its id, and its content before; null where there was none. */
export interface Undo {
  id: string;
  /** Of a workflow without its steps, which its version of that number has. */
  state: LayoutState | (WorkflowState & { number: number }) | UndoneTexts | null;
}

/** A translation group before, with the texts of the locales that were written over; null for a locale that it did not have. */
type UndoneTexts = TranslationGroupState & { locales: { locale: string; texts: TranslationTexts | null }[] };

/** A workflow, layout or translation group of a publication. */
export interface PublicationItem {
  kind: PublicationKind;
  /** Of the source. */
  id: string;
  identifier: string;
  name: string;
  /** The effect of publishing it, as it was shown. */
  action: "created" | "updated" | "deleted" | "skipped";
  changes: string[];
  /** Names the content that was shown. */
  digest: string;
  /** Absent until it was published. */
  result?: { action: PublicationItem["action"]; error?: string };
  /** Names the content that was written. */
  written?: string;
  undo?: Undo;
  /** ISO-8601 UTC. */
  revertedAt?: string;
}

export type Decision = CanceledBy & { userId: string; at: string };

/** Workflows, layouts and translation groups that were copied from one environment to another, or wait for the approval of a member. `environmentId` is the target's. */
export const publications = pgTable(
  "publications",
  {
    id: id(),
    ...owner(),
    sourceEnvironmentId: uuid().notNull(),
    state: text().$type<PublicationState>().notNull(),
    note: text(),
    items: jsonb().$type<PublicationItem[]>().notNull(),
    requestedBy: jsonb().$type<Decision>().notNull(),
    /** The member who approved or declined it; null where nobody had to. */
    decidedBy: jsonb().$type<Decision>(),
    /** Why it was declined. */
    reason: text(),
    revertedBy: jsonb().$type<Decision>(),
    createdAt: createdAt(),
    publishedAt: moment(),
  },
  (t) => [
    // Those to an environment, newest first.
    index("publications_environment_created").on(t.environmentId, t.createdAt, t.id),
    // Those of an organisation that wait for approval.
    index("publications_waiting").on(t.organizationId).where(sql`state = 'waiting'`),
  ],
);
