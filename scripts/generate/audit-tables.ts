import { AUDIT_ACTIONS } from "#contract/constants/audit.ts";
import { OPERATIONS } from "#contract/every-operation.ts";
import { auditActionsOf, type Operation } from "#contract/schemas/operations.ts";
import { code, documentPart, type Output, tableOf } from "./output.ts";

const routesOf = (operations: readonly Operation[]): string => operations.map(({ route }) => code(route)).join(", ");

function actions(): string {
  const rows = Object.entries(AUDIT_ACTIONS).map(([action, meaning]) => [
    code(action),
    meaning,
    routesOf(OPERATIONS.filter((operation) => auditActionsOf(operation).some((other) => other === action))),
  ]);
  return tableOf([["action", "meaning", "operations"], ...rows]);
}

function unaudited(): string {
  const reasons = new Set(OPERATIONS.flatMap((operation) => reasonOf(operation) ?? []));
  const rows = [...reasons].map((reason) => [
    reason,
    routesOf(OPERATIONS.filter((operation) => reasonOf(operation) === reason)),
  ]);
  return tableOf([["reason", "operations"], ...rows]);
}

const reasonOf = ({ audit }: Operation): string | null =>
  typeof audit === "object" && "none" in audit ? audit.none : null;

export const auditTables: readonly Output[] = [
  documentPart("docs/audit.md", "contract/constants/audit.ts", actions),
  documentPart("docs/audit.md", "contract/every-operation.ts", unaudited),
];
