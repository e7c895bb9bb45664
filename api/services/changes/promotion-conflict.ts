import { refusingTaken } from "#db/unique-violation.ts";
import { DomainError } from "#domain/errors.ts";

const INDEXES = [
  "layouts_environment_identifier",
  "workflows_environment_identifier",
  "translation_groups_environment_identifier",
];

/** Throws `conflict` where the environment has a workflow, layout or translation group of that identifier which is not the copy. */
export const refusingOther = <T>(what: string, write: () => Promise<T>): Promise<T> =>
  refusingTaken(INDEXES, write(), () => taken(what));

export const taken = (what: string): DomainError =>
  new DomainError(
    "conflict",
    `The other environment has a ${what} of its own: rename or delete it there, and apply again`,
  );
