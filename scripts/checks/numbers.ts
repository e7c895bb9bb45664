import ts from "typescript";
import { DAY, HOUR, MINUTE, SECOND } from "#contract/constants/values/times.ts";

const KNOWN = { SECOND, MINUTE, HOUR, DAY };

/** Returns the numbers that a file names on its top level, in capitals, by their names. What is calculated of unknown values is left out. */
export function namedNumbers(file: string, text: string): Map<string, number> {
  const numbers = new Map<string, number>(Object.entries(KNOWN));
  const named = new Map<string, number>();
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || !/^[A-Z][A-Z0-9_]*$/.test(name.text)) continue;
      const value = initializer && evaluate(initializer, numbers);
      if (value === undefined) continue;
      numbers.set(name.text, value);
      named.set(name.text, value);
    }
  }
  return named;
}

function evaluate(node: ts.Expression, numbers: ReadonlyMap<string, number>): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll("_", ""));
  if (ts.isIdentifier(node)) return numbers.get(node.text);
  if (ts.isParenthesizedExpression(node)) return evaluate(node.expression, numbers);
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [evaluate(node.left, numbers), evaluate(node.right, numbers)];
  if (left === undefined || right === undefined) return undefined;
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return left + right;
    case ts.SyntaxKind.MinusToken:
      return left - right;
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.SlashToken:
      return left / right;
    default:
      return undefined;
  }
}

/** Returns the names that stand for different numbers in different files, with the files of each number. */
export function ambiguousNames(files: ReadonlyMap<string, ReadonlyMap<string, number>>): Map<string, string[]> {
  const byName = new Map<string, Map<number, string[]>>();
  for (const [file, numbers] of files) {
    for (const [name, value] of numbers) {
      const values = byName.get(name) ?? new Map<number, string[]>();
      values.set(value, [...(values.get(value) ?? []), file]);
      byName.set(name, values);
    }
  }
  const ambiguous = [...byName].filter(([, values]) => values.size > 1);
  return new Map(
    ambiguous.map(([name, values]) => [name, [...values].map(([value, at]) => `${value} in ${at.join(", ")}`)]),
  );
}
