import ts from "typescript";

/** Lines of a file, of a function, and entries of a folder beside its tests, at most. */
export const LIMITS = { file: 300, function: 80, folder: 40 } as const;

export interface SizedFunction {
  name: string;
  /** From 1 on. */
  line: number;
  lines: number;
}

type FunctionNode = ts.FunctionLikeDeclaration & { body: ts.ConciseBody };

/**
 * Returns the functions of a file that have more than so many lines. One that returns an object with functions in it holds state as a class
 * does: the functions inside count, each by itself.
 */
export function longFunctions(file: string, text: string, limit: number = LIMITS.function): SizedFunction[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: SizedFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (isFunction(node)) {
      const line = lineAt(node.getStart(source));
      const lines = lineAt(node.end) - line + 1;
      if (lines > limit && !(returnsObject(node) && hasFunctions(node)))
        found.push({ name: nameOf(node), line, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isFunction = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionLike(node) && "body" in node && node.body !== undefined;

const hasFunctions = ({ body }: FunctionNode): boolean => {
  const within = (node: ts.Node): boolean => isFunction(node) || ts.forEachChild(node, within) === true;
  return ts.forEachChild(body, within) === true;
};

function returnsObject({ body }: FunctionNode): boolean {
  const plain = (expression: ts.Expression | undefined): boolean =>
    expression !== undefined &&
    (ts.isParenthesizedExpression(expression)
      ? plain(expression.expression)
      : ts.isObjectLiteralExpression(expression));
  if (!ts.isBlock(body)) return plain(body);
  const last = body.statements.findLast(ts.isReturnStatement);
  return plain(last?.expression);
}

function nameOf(node: FunctionNode): string {
  if (node.name) return node.name.getText();
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  return ts.isCallExpression(parent) ? `the function given to ${parent.expression.getText()}` : "a function";
}
