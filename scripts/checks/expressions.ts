import ts from "typescript";

/** A regular expression as it is written in a source file. */
export interface WrittenExpression {
  source: string;
  flags: string;
  line: number;
}

/** A comment before an expression, or in its line, that says why its time need not be linear. */
const EXCUSE = /\/\/ slow-expression: \S/;

/** Returns the expressions of a source file, also those in texts given to `RegExp`, which may have constants of the file in them, without those that a comment excuses. */
export function expressionsIn(file: string, text: string): WrittenExpression[] {
  if (!MAY_HAVE_ONE.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split("\n");
  const constants = constantsOf(source);
  const found: WrittenExpression[] = [];
  const visit = (node: ts.Node): void => {
    const written = writtenIn(node, constants);
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

/** Values of the constants of a file, by their names. */
type Constants = ReadonlyMap<string, ts.Expression>;

function constantsOf(source: ts.SourceFile): Constants {
  const declarations = source.statements
    .filter(ts.isVariableStatement)
    .flatMap((one) => one.declarationList.declarations);
  return new Map(
    declarations.flatMap(({ name, initializer }): [string, ts.Expression][] =>
      ts.isIdentifier(name) && initializer ? [[name.text, initializer]] : [],
    ),
  );
}

function writtenIn(node: ts.Node, constants: Constants): Omit<WrittenExpression, "line"> | undefined {
  if (ts.isRegularExpressionLiteral(node)) return literalOf(node);
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== "RegExp")
    return undefined;
  const [pattern, flags] = node.arguments ?? [];
  const source = pattern && textOf(pattern, constants);
  return source === undefined ? undefined : { source, flags: (flags && textOf(flags, constants)) ?? "" };
}

function literalOf({ text }: ts.RegularExpressionLiteral): Omit<WrittenExpression, "line"> {
  const end = text.lastIndexOf("/");
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

/** The text of an expression; undefined for one that is made when the program runs. */
function textOf(node: ts.Expression, constants: Constants): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node)) return templateText(node.template, constants, true);
  if (ts.isTemplateExpression(node)) return templateText(node, constants, false);
  if (ts.isIdentifier(node)) return constantText(node, constants);
  return ts.isPropertyAccessExpression(node) && node.name.text === "source" && ts.isIdentifier(node.expression)
    ? constantText(node.expression, constants)
    : undefined;
}

function constantText({ text }: ts.Identifier, constants: Constants): string | undefined {
  const value = constants.get(text);
  if (value && ts.isRegularExpressionLiteral(value)) return literalOf(value).source;
  return value && textOf(value, constants);
}

function templateText(template: ts.TemplateLiteral, constants: Constants, isRaw: boolean): string | undefined {
  const written = (part: ts.TemplateLiteralLikeNode) => (isRaw ? (part.rawText ?? "") : part.text);
  if (ts.isNoSubstitutionTemplateLiteral(template)) return written(template);
  let text = written(template.head);
  for (const { expression, literal } of template.templateSpans) {
    const value = textOf(expression, constants);
    if (value === undefined) return undefined;
    text += value + written(literal);
  }
  return text;
}
