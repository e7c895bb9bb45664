import { createContext, useContext } from "react";
import type { FieldError } from "react-hook-form";
import type { FilterPart } from "#contract/schemas/conditions.ts";
import type { Movable } from "../controls/move-handle.tsx";
import type { FieldScope } from "./condition-fields.ts";
import type { StepNames } from "./condition-text.ts";
import type { ConditionNode } from "./condition-tree.ts";
import type { KnownField, Schemas } from "./known-fields.ts";

/** A step whose message conditions can ask about. */
export interface EarlierStep {
  id: string;
  name: string;
}

/** Says of the conditions of a step or of an integration which fields they can compare, and the problems that there are with them. */
export interface ConditionSubject extends FieldScope {
  readOnly: boolean;
  known: KnownConditions;
  /** Has the data looked at that says which fields there are. Nobody needs it who only reads. */
  ask: () => void;
  /** Of the texts in expected values, which have a history of their own without them. */
  onUndo?: (() => void) | undefined;
  onRedo?: (() => void) | undefined;
  /** The issues at a place among the conditions, as the server names it, or in what is there. */
  error: (place: string) => FieldError | undefined;
  /** The issues with a place alone. */
  ownError: (place: string) => FieldError | undefined;
}

export interface KnownConditions {
  fields: readonly KnownField[];
  schemas: Schemas;
  /** JSON schema of the variables in expected values; undefined where any name is one. */
  variables: unknown;
  seen: unknown;
  earlier: readonly EarlierStep[];
  nameOf: StepNames;
}

/** State and actions that the parts of a builder share. Paths are those of the nodes, as texts: `0.1.2`. */
export interface ConditionEditing
  extends KnownConditions,
    Pick<ConditionSubject, "readOnly" | "root" | "specialFields" | "onUndo" | "onRedo"> {
  /** The conditions are stored as a rule of JSON logic, which has fewer operators, and knows what is compared alone. */
  isRule: boolean;
  /** Names what is dragged, so that it is dropped in the builder that it is from. */
  builder: string;
  /** The issues of the server with a field of a node, or with the node itself alone. */
  error: (path: string, field?: string) => FieldError | undefined;
  change: (path: string, node: ConditionNode) => void;
  /** Changes the field of a condition, of which the type is known by then. */
  changeField: (path: string, part: FilterPart) => void;
  add: (path: string, node: ConditionNode) => void;
  remove: (path: string) => void;
  move: (path: string, to: number) => void;
  announce: (text: string) => void;
}

const parentOf = (path: string): string => path.split(".").slice(0, -1).join(".");

/** Returns how a node is moved among those of its group. `path`: its own, as text. */
export function useMovable(path: string, index: number, count: number): Movable {
  const { readOnly, builder, move } = useConditionEditing();
  return { group: `${builder}/${parentOf(path)}`, id: path, index, count, move, disabled: readOnly };
}

const ConditionContext = createContext<ConditionEditing | null>(null);

export const ConditionProvider = ConditionContext;

export function useConditionEditing(): ConditionEditing {
  const editing = useContext(ConditionContext);
  if (!editing) throw new Error("There are no conditions to edit around this component");
  return editing;
}
