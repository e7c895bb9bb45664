/** A field that the server has refused to save. */
export interface RefusedField {
  /** As the screen names its fields: `name`, `body`. */
  path: string;
  message: string;
}

/** A version that somebody else has saved since, with what it changed. */
export interface NewerVersion<Saved> {
  theirs: Saved;
  /** In words; none where it is not known. */
  changes: readonly string[];
  author: string | undefined;
}

/** Whether the server has what is on the screen. */
export type SaveState<Saved, Field extends RefusedField = RefusedField> =
  | { kind: "saved"; at: number | undefined }
  | { kind: "changed" }
  | { kind: "saving" }
  /** It is tried again, by itself. */
  | { kind: "failed"; error: unknown }
  /** It is not tried again before the next change. */
  | { kind: "refused"; error: unknown; fields: readonly Field[] }
  /** Somebody has saved a newer version. */
  | ({ kind: "conflict" } & NewerVersion<Saved>)
  /** Somebody has deleted the object. What is on the screen can be created again. */
  | { kind: "deleted" };

export interface EditorState<Saved, Definition, Field extends RefusedField = RefusedField> {
  definition: Definition;
  /** The object as the server has it. */
  saved: Saved;
  save: SaveState<Saved, Field>;
}

/** A definition that was typed and not saved, as it is kept on this machine. */
export interface LocalDraft<Definition> {
  definition: Definition;
  /** The version that it was made from. */
  version: number;
  at: number;
}

export interface DraftStore<Definition> {
  store: (draft: LocalDraft<Definition>) => Promise<void>;
  remove: () => Promise<void>;
  /** Lets other editors offer what is kept. */
  release: () => void;
}

/** How an editor reads, saves and compares the objects of one kind. */
export interface EditorModel<Saved, Definition, Field extends RefusedField> {
  /** Returns a number that grows with each save. */
  versionOf: (saved: Saved) => number;
  withVersion: (saved: Saved, version: number) => Saved;
  /** Returns the part that is edited of an object as the server has it. */
  definitionOf: (saved: Saved) => Definition;
  isSame: (one: Definition, other: Definition) => boolean;
  /** Returns the definition on the screen with what the server has chosen when it saved `sent`. */
  withAnswer: (current: Definition, answer: Saved, sent: Definition) => Definition;
  /** Called when an object of the server takes the place of what is on the screen: returns its definition. */
  taken: (theirs: Saved) => Definition;
  /** Called before what is on the screen is saved over a newer version. */
  kept: (theirs: Saved) => void;
  /** Returns the fields that a refusal of a save names. */
  refusedFields: (error: unknown, sent: Definition) => readonly Field[];
  /** Saves over the version that `saved` has. Fails with 409 when there is a newer one. */
  save: (definition: Definition, saved: Saved) => Promise<Saved>;
  read: () => Promise<Saved>;
  readNewer: (saved: Saved) => Promise<NewerVersion<Saved>>;
}
