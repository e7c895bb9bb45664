import ts from "typescript";

/** A regular expression as it is written in a source file. */
export interface WrittenExpression {
  source: string;
  flags: string;
  line: number;
}

/** A comment before an expression, or in its line, that says why its time need not be linear. */
const EXCUSE = /\/\/ slow-expression: \S/;

/** Returns the expressions of a source file, also those in texts given to `RegExp`, without those that a comment excuses. */
export function expressionsIn(file: string, text: string): WrittenExpression[] {
  if (!MAY_HAVE_ONE.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split("\n");
  const found: WrittenExpression[] = [];
  const visit = (node: ts.Node): void => {
    const written = writtenIn(node);
    if (written) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const isExcused = [lines[line - 1], lines[line]].some((one) => EXCUSE.test(one ?? ""));
      if (!isExcused) found.push({ ...written, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A slash that no name stands before: one in an import or a division does not begin an expression. Parsing takes most of the time. */
const MAY_HAVE_ONE = /[=(,:?&|![{;>]\s*\/[^/*\s>]|\breturn \/[^/*]|RegExp\(/;

function writtenIn(node: ts.Node): Omit<WrittenExpression, "line"> | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== "RegExp")
    return undefined;
  const [pattern, flags] = node.arguments ?? [];
  const source = pattern && textOf(pattern);
  return source === undefined ? undefined : { source, flags: (flags && textOf(flags)) ?? "" };
}

/** The text of a literal; undefined for one that is made when the program runs. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTaggedTemplateExpression(node) || !ts.isNoSubstitutionTemplateLiteral(node.template)) return undefined;
  return node.template.rawText;
}
