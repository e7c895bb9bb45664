import { isMjml } from "#contract/constants/templates/mjml.ts";
import type { CreateLayout, UpdateLayout } from "#contract/workflows/layouts.ts";
import type { Database } from "#db/client.ts";
import { recordLayout } from "#db/queries/changes/record-layout.ts";
import { isLayoutUsed } from "#db/queries/layouts/layout-usage.ts";
import {
  clearDefaultLayout,
  insertLayout,
  insertLayoutByName,
  isIdentifierTaken,
  type LayoutFields,
  type LayoutRow,
  lockLayout,
  updateLayout,
} from "#db/queries/layouts/layouts.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { refusingTaken } from "#db/unique-violation.ts";
import { DomainError } from "#domain/errors.ts";
import { parseTemplate } from "#domain/templates/compile-template.ts";
import { hasBodyPlace, layoutVariables } from "#domain/templates/email/layout.ts";
import { toLiquid } from "#domain/templates/handlebars/to-liquid.ts";
import { strayCharacter } from "#domain/templates/repair/stray-character.ts";
import type { AuthoredCall } from "../../caller.ts";
import type { MjmlCompiler } from "../../mjml/mjml-compiler.ts";
import { noted } from "../audit.ts";

export interface LayoutServices {
  db: Database;
  mjml: MjmlCompiler;
}

/** Refuses the second of two calls at once that take the same identifier. */
const INDEX = "layouts_environment_identifier";

/**
 * A new layout, whose identifier follows from its name when none is given. Throws `invalid_input` for a content that is none, `conflict`
 * for a taken identifier.
 */
export async function createLayout(
  { db, mjml }: LayoutServices,
  call: AuthoredCall,
  { name, identifier, description, content, variables, isDefault }: CreateLayout,
): Promise<LayoutRow> {
  const { scope, caller } = call;
  const checked = await checkedContent(mjml, content);
  const create = async (transaction: Transaction) => {
    if (identifier !== undefined) await requireFree(transaction, scope, identifier);
    const former = isDefault ? await clearDefaultLayout(transaction, scope) : undefined;
    const fields = {
      name,
      description: description || null,
      ...checked,
      isDefault: isDefault ?? false,
      variables: layoutVariables(checked.content, variables ?? []),
      creatorId: caller.userId,
    };
    const layout =
      identifier === undefined
        ? await insertLayoutByName(transaction, scope, fields)
        : await insertLayout(transaction, scope, { ...fields, identifier });
    await recordLayout(transaction, scope, caller.userId, layout, { becomesDefault: layout.isDefault, former });
    return layout;
  };
  const creating = noted(db, call, { action: "layout.created" }, create, ({ id }) => id);
  return refusingTaken(INDEX, creating, () => taken(scope, identifier ?? ""));
}

interface ChangeOptions {
  /** The revision that the change was made from: with a newer one it is a `conflict`. */
  baseRevision?: number | undefined;
  /** A description in place of the one it has; an empty one removes that. */
  newDescription?: string | undefined;
}

/** Changes what is given. Throws `invalid_input` when nothing is, `not_found` and `conflict`. */
export async function changeLayout(
  { db, mjml }: LayoutServices,
  call: AuthoredCall,
  id: string,
  given: UpdateLayout,
  { baseRevision, newDescription }: ChangeOptions = {},
): Promise<LayoutRow> {
  const { scope, caller } = call;
  const { name, identifier, description, content, variables, isDefault } = given;
  if (Object.values(given).every((value) => value === undefined || value === null)) {
    throw new DomainError(
      "invalid_input",
      "Payload can not be empty: send name, identifier, description, content, variables or isDefault",
    );
  }
  const checked = content ? await checkedContent(mjml, content) : undefined;
  const change = async (transaction: Transaction) => {
    const layout = await lockLayout(transaction, scope, id);
    requireCurrent(layout, baseRevision);
    if (identifier) await requireFree(transaction, scope, identifier, layout.id);
    if (isDefault === false && layout.isDefault) {
      throw new DomainError(
        "conflict",
        "isDefault: one layout has to be the default, so make another one the default instead",
      );
    }
    const becomesDefault = isDefault === true && !layout.isDefault;
    const former = becomesDefault ? await clearDefaultLayout(transaction, scope) : undefined;
    const changes: Partial<LayoutFields> = {
      updaterId: caller.userId,
      ...(name && { name }),
      ...(identifier && { identifier }),
      ...(description && { description }),
      ...(newDescription !== undefined && { description: newDescription || null }),
      ...(checked && { ...checked, variables: layoutVariables(checked.content, layout.variables) }),
      ...(variables && { variables }),
      ...(isDefault && { isDefault }),
    };
    const changed = await updateLayout(transaction, layout, changes);
    await recordLayout(transaction, scope, caller.userId, changed, { becomesDefault, former });
    return changed;
  };
  const changing = noted(db, call, { action: "layout.updated", id }, change);
  return refusingTaken(INDEX, changing, () => taken(scope, identifier ?? ""));
}

/** Makes a layout the default of its environment; the former one no longer is. Throws `not_found`. */
export async function makeDefaultLayout(db: Database, call: AuthoredCall, id: string): Promise<void> {
  const { scope, caller } = call;
  await noted(db, call, { action: "layout.updated", id }, async (transaction) => {
    const layout = await lockLayout(transaction, scope, id);
    if (layout.isDefault) return;
    const former = await clearDefaultLayout(transaction, scope);
    const changed = await updateLayout(transaction, layout, { isDefault: true, updaterId: caller.userId });
    await recordLayout(transaction, scope, caller.userId, changed, { becomesDefault: true, former });
  });
}

/** Throws `not_found`, and `conflict` for a layout that a workflow uses or that is the default. */
export async function removeLayout(db: Database, call: AuthoredCall, id: string): Promise<void> {
  const { scope, caller } = call;
  await noted(db, call, { action: "layout.deleted", id }, async (transaction) => {
    const layout = await lockLayout(transaction, scope, id);
    if (await isLayoutUsed(transaction, scope, id)) {
      throw new DomainError("conflict", `Layout ${id} is used by a workflow: give its emails another layout first`);
    }
    if (layout.isDefault) {
      throw new DomainError("conflict", `Layout ${id} is the default: make another one the default first`);
    }
    const deleted = await updateLayout(transaction, layout, { deletedAt: new Date() });
    await recordLayout(transaction, scope, caller.userId, deleted, { becomesDefault: false });
  });
}

/** The content of a layout as emails take it, and the MJML that it was compiled from. */
type CheckedContent = Pick<LayoutRow, "content" | "mjml">;

/**
 * The content in Liquid and HTML. Throws `invalid_input`, which names the content by its path, when it is no template or no MJML, or has no
 * place for the content of an email.
 */
export async function checkedContent(mjml: MjmlCompiler, given: string, path?: string): Promise<CheckedContent> {
  const checked = await compiledContent(mjml, given, path);
  if (hasBodyPlace(checked.content)) return checked;
  throw new DomainError(
    "invalid_input",
    `${path ?? "Layout content"} must contain {{{body}}}, or {{ body }} in Liquid: put it where the content of an email goes`,
  );
}

/** Refuses a change that was made from an earlier revision than the current one. */
function requireCurrent({ revision }: LayoutRow, baseRevision: number | undefined): void {
  if (baseRevision === undefined || baseRevision === revision) return;
  if (baseRevision > revision) {
    throw new DomainError("invalid_input", [
      `baseRevision is ${baseRevision}, but the newest revision of this layout is ${revision}`,
    ]);
  }
  throw new DomainError(
    "conflict",
    `baseRevision is ${baseRevision}, but somebody has saved revision ${revision} since. Read the layout, and change that`,
  );
}

/** Returns a content in Liquid. Throws `invalid_input`, which names the content by its path, when it is no template. */
function inLiquid(content: string, path = "content"): string {
  try {
    const liquid = toLiquid(content);
    parseTemplate(liquid, "html");
    const fault = strayCharacter(liquid);
    if (fault !== undefined) throw new DomainError("invalid_input", fault);
    return liquid;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(
      "invalid_input",
      error.messages.map((message) => `${path} ${message}`),
    );
  }
}

/** Returns a content in Liquid and HTML. Throws `invalid_input`, which names the content by its path, when it is no template or no MJML. */
export async function compiledContent(mjml: MjmlCompiler, given: string, path = "content"): Promise<CheckedContent> {
  const content = inLiquid(given, path);
  if (!isMjml(content)) return { content, mjml: null };
  const { html, faults } = await mjml.compile(content);
  if (html !== undefined) return { content: html, mjml: content };
  throw new DomainError(
    "invalid_input",
    faults.map((fault) => `${path} ${fault}`),
  );
}

async function requireFree(
  transaction: Transaction,
  scope: Scope,
  identifier: string,
  exceptId?: string,
): Promise<void> {
  if (await isIdentifierTaken(transaction, scope, identifier, exceptId)) throw taken(scope, identifier);
}

const taken = ({ environmentId }: Scope, identifier: string): DomainError =>
  new DomainError(
    "conflict",
    `A layout with identifier ${identifier} exists in environment ${environmentId}: choose another identifier`,
  );
