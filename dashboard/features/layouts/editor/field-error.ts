import type { FieldError } from "react-hook-form";
import { SENTENCE } from "#dashboard/components/controls/field.tsx";
import type { SaveState } from "#dashboard/editing/editor-model.ts";

/** Returns why the server refused to save a field of the layout; undefined where it did not. */
export function fieldError(save: SaveState<unknown>, path: string): FieldError | undefined {
  const refused = save.kind === "refused" ? save.fields.filter((field) => field.path === path) : [];
  if (refused.length === 0) return undefined;
  const message = refused.map((field) => field.message).join(", ");
  // Those of the contract follow the name of their field, others begin a sentence.
  return { type: /^[a-z]/.test(message) ? "server" : SENTENCE, message };
}
