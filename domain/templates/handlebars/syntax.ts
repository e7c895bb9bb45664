import type { Place } from "./place.ts";

/** Statements of a Handlebars template. */
export type Statement =
  | hbs.AST.MustacheStatement
  | hbs.AST.BlockStatement
  | hbs.AST.ContentStatement
  | hbs.AST.CommentStatement
  | Unsupported;

interface Unsupported {
  type: "PartialStatement" | "PartialBlockStatement" | "Decorator" | "DecoratorBlock";
  loc: hbs.AST.SourceLocation;
}

export type Expression =
  | hbs.AST.PathExpression
  | hbs.AST.SubExpression
  | hbs.AST.StringLiteral
  | hbs.AST.NumberLiteral
  | hbs.AST.BooleanLiteral
  | hbs.AST.UndefinedLiteral
  | hbs.AST.NullLiteral;

/** The name, the arguments and the options of a helper, or a value that is printed. */
export type Call = Pick<hbs.AST.MustacheStatement, "path" | "params" | "hash" | "loc">;

/** The package declares what a program holds as nodes of any type; these are the types that its grammar has. */
export function statementsOf(program: hbs.AST.Program | undefined): readonly Statement[] {
  return (program?.body ?? []) as Statement[];
}

/** As `statementsOf`, for what stands for a value. */
export function asExpression(node: hbs.AST.Expression): Expression {
  return node as Expression;
}

/** The package declares both branches of a block as present; one that is not written is not. */
export function branchesOf(block: hbs.AST.BlockStatement): {
  program: hbs.AST.Program | undefined;
  inverse: hbs.AST.Program | undefined;
} {
  return block;
}

/** The package declares options as present; a call without any has none. */
export function optionsOf(call: Call): readonly hbs.AST.HashPair[] {
  const hash: hbs.AST.Hash | undefined = call.hash;
  return hash?.pairs ?? [];
}

/** Columns of the package count from 0. */
export const placeOf = ({ loc }: Pick<hbs.AST.Node, "loc">): Place => ({
  line: loc.start.line,
  column: loc.start.column + 1,
});

/** The name of a helper, unless the path can only be a variable. */
export function nameOf(node: hbs.AST.Expression): string | undefined {
  const path = asExpression(node);
  if (path.type !== "PathExpression") return undefined;
  const isName = !path.data && path.depth === 0 && path.parts.length === 1 && !isScoped(path);
  return isName ? path.parts[0] : undefined;
}

export const isScoped = ({ original }: hbs.AST.PathExpression): boolean => /^(?:\.|this\b)/.test(original);

export function textOf(node: hbs.AST.Expression): string {
  const expression = asExpression(node);
  if ("original" in expression) return String(expression.original);
  return expression.type === "NullLiteral" ? "null" : expression.type === "UndefinedLiteral" ? "undefined" : "(...)";
}
