import type { AuditLog } from "#contract/accounts/audit-logs.ts";
import { AUDIT_ACTIONS, type AuditActor } from "#contract/constants/audit.ts";

const SENTENCES: ReadonlyMap<string, string> = new Map(Object.entries(AUDIT_ACTIONS));

/** Returns the sentence of an action; the action itself where a newer release has written it. */
export const actionText = (action: string): string => SENTENCES.get(action) ?? action;

/** The actions with their sentences, in the order of the contract. */
export const ACTION_CHOICES = [...SENTENCES].map(([id, text]) => ({ id, text }));

/** Returns a type of entity as words: "API key", "Webhook endpoint". */
export function entityText(type: string): string {
  const words = type.replaceAll("_", " ").replace(/^api\b/, "API");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const ENTITY_CHOICES = [...new Set([...SENTENCES.keys()].map((action) => action.split(".", 1)[0] ?? action))]
  .map((id) => ({ id, text: entityText(id) }))
  .sort((one, other) => one.text.localeCompare(other.text));

export const ACTORS: Readonly<Record<AuditActor, string>> = {
  member: "Members",
  key: "API keys",
  person: "People without an organisation",
  operator: "Operators",
};

/** Names who made a change: the person, or the key by its end. */
export function actorText({ actor }: AuditLog): string {
  const person = actor.name || actor.email;
  if (actor.kind === "key") return `API key ${actor.keyEnd === undefined ? "" : `… ${actor.keyEnd}`}`.trim();
  if (actor.kind === "operator") return "An operator of the installation";
  return person ?? "A former member";
}
