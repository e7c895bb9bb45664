import * as groups from "./operation-groups.ts";
import type { Operation } from "./schemas/operations.ts";

type Groups = typeof groups;
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Every operation of the API by its id. */
export type OperationsById = Intersection<Groups[keyof Groups]>;

/** Every operation of the API. */
export const OPERATIONS: readonly Operation[] = Object.values<Record<string, Operation>>({ ...groups }).flatMap(
  (group) => Object.values(group),
);
