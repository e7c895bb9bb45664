import { HELPER_NAMES, type HelperShape, helperOf } from "./helper-table.ts";
import { type Part, quote } from "./liquid-source.ts";
import type { Names } from "./names.ts";
import type { Place } from "./place.ts";
import {
  extend,
  type Loop,
  type LoopVariable,
  NIL,
  type Reference,
  referenceValue,
  type Scope,
  sourceOf,
  type Value,
} from "./scope.ts";
import {
  asExpression,
  branchesOf,
  type Call,
  type Expression,
  isScoped,
  nameOf,
  optionsOf,
  placeOf,
  textOf,
} from "./syntax.ts";

export interface Issue {
  place: Place;
  message: string;
}

const LOOP_VARIABLES: Readonly<Record<string, LoopVariable>> = {
  index: "index0",
  key: "key",
  first: "first",
  last: "last",
};

/** Translates what stands for a value. What Liquid takes only as a variable is assigned in `before`, the code in front of it. */
export class Expressions {
  readonly issues: Issue[] = [];
  readonly #names: Names;

  constructor(names: Names) {
    this.#names = names;
  }

  /** A value that is printed or compared: a variable, a literal, or the result of a helper. */
  call(call: Call, scope: Scope, before: Part[]): Value {
    const path = asExpression(call.path);
    const isCall = call.params.length > 0 || optionsOf(call).length > 0;
    if (path.type !== "PathExpression") {
      if (path.type === "SubExpression") return this.value(path, scope, before);
      // Handlebars takes a literal in the place of a name for a name.
      return this.#reference({ names: [textOf(path)] }, path, scope);
    }
    const name = nameOf(path);
    const isAlias = name !== undefined && scope.aliases.has(name);
    const helper = name === undefined || isAlias ? undefined : helperOf(name);
    if (name === undefined || !helper) {
      if (!isCall && (isAlias || !isBlockOnly(name))) return this.#path(path, scope);
      this.refuse(
        call,
        isBlockOnly(name)
          ? `${name} needs content: write {{#${name} ...}} ... {{/${name}}}`
          : unknownHelper(textOf(path)),
      );
      return NIL;
    }
    const [first, ...others] = this.params(call, helper);
    if (!first) return NIL;
    const value = this.value(first, scope, before);
    const args = [...others.map((param) => this.word(param, scope, before)), ...this.options(call, scope, before)];
    return { head: value.head, filters: [...value.filters, args.length > 0 ? `${name}: ${args.join(", ")}` : name] };
  }

  value(expression: Expression, scope: Scope, before: Part[]): Value {
    switch (expression.type) {
      case "PathExpression":
        return this.#path(expression, scope);
      case "SubExpression":
        return this.call(expression, scope, before);
      case "StringLiteral":
        return { head: quote(expression.value), filters: [] };
      case "NumberLiteral":
        return { head: this.#number(expression), filters: [] };
      case "BooleanLiteral":
        return { head: String(expression.value), filters: [] };
      case "UndefinedLiteral":
      case "NullLiteral":
        return NIL;
    }
  }

  #number(literal: hbs.AST.NumberLiteral): string {
    const digits = String(literal.value);
    if (!/^-?\d+(?:\.\d+)?$/.test(digits)) this.refuse(literal, "the number has too many digits: write it as a text");
    return digits;
  }

  #path(path: hbs.AST.PathExpression, scope: Scope): Value {
    const [first = "", ...rest] = path.parts;
    if (path.data) {
      if (first === "root") return this.#reference({ names: rest }, path, scope);
      const variable = Object.hasOwn(LOOP_VARIABLES, first) && rest.length === 0 ? LOOP_VARIABLES[first] : undefined;
      if (variable) return this.#loopVariable(scope.loops, path.depth, variable);
      this.refuse(path, `${textOf(path)} is not known: there are @index, @key, @first, @last and @root`);
      return NIL;
    }
    const alias = path.depth === 0 && !isScoped(path) ? scope.aliases.get(first) : undefined;
    if (alias && "loop" in alias)
      return rest.length > 0 ? NIL : this.#loopVariable(scope.loops, scope.loops.indexOf(alias.loop), alias.variable);
    if (alias) return this.#reference(extend(alias, rest), path, scope);
    const context = scope.contexts[path.depth];
    // Beyond the template itself there is nothing, and Handlebars prints nothing.
    return context ? this.#reference(extend(context, path.parts), path, scope) : NIL;
  }

  #reference(reference: Reference, node: hbs.AST.Node, scope: Scope): Value {
    const [first] = reference.names;
    if (reference.variable === undefined && first === undefined) {
      this.refuse(node, "it stands for all variables at once: name one of them");
      return NIL;
    }
    this.#refuseLoopName(reference, node, scope);
    return referenceValue(reference);
  }

  #refuseLoopName({ variable, names: [first] }: Reference, node: hbs.AST.Node, scope: Scope): void {
    if (variable !== undefined || first !== "forloop" || scope.loops.length === 0) return;
    this.refuse(node, "forloop is the loop itself in Liquid: rename the variable, or print it outside of the loop");
  }

  /** The value of a block's `this`. One that goes through filters gets a name. */
  referenceTo(param: Expression, scope: Scope, before: Part[]): Reference {
    if (param.type === "PathExpression") {
      const isRoot = param.data && param.parts[0] === "root";
      const context = isRoot ? { names: [] } : param.data ? undefined : scope.contexts[param.depth];
      const names = isRoot ? param.parts.slice(1) : param.parts;
      const isAlias = param.depth === 0 && !isScoped(param) && scope.aliases.has(names[0] ?? "");
      if (context && !isAlias && !names.includes("size")) {
        const reference = extend(context, names);
        this.#refuseLoopName(reference, param, scope);
        return reference;
      }
    }
    return { variable: this.#named(this.value(param, scope, before), before), names: [] };
  }

  /** A variable of the loop that is `depth` loops further out. Liquid shows those of the innermost loop only. */
  #loopVariable(loops: readonly Loop[], depth: number, variable: LoopVariable): Value {
    const loop = loops[depth];
    if (!loop) return NIL;
    if (depth === 0) return { head: `forloop.${variable}`, filters: [] };
    const name = loop.kept.get(variable) ?? this.#names.next(variable === "index0" ? "index" : variable);
    loop.kept.set(variable, name);
    return { head: name, filters: [] };
  }

  /** The value of an expression as one word. */
  word(expression: Expression, scope: Scope, before: Part[]): string {
    return this.operand(this.value(expression, scope, before), before);
  }

  /** The value as one word. Liquid takes no filters there, so their result is assigned before. */
  operand(value: Value, before: Part[]): string {
    return value.filters.length === 0 ? value.head : this.#named(value, before);
  }

  #named(value: Value, before: Part[]): string {
    const name = this.#names.next("value");
    before.push({ code: `{% assign ${name} = ${sourceOf(value)} %}` });
    return name;
  }

  params(call: Call, { min, max, options = [] }: HelperShape): Expression[] {
    const name = textOf(call.path);
    for (const pair of optionsOf(call)) {
      if (options === "any" || options.includes(pair.key)) continue;
      const known = options.length > 0 ? `it has ${options.join(", ")}` : "it has none";
      this.refuse(pair, `${name} has no option ${pair.key}: ${known}`);
    }
    const { length } = call.params;
    if (length >= min && length <= max) return call.params.map(asExpression);
    const range = min === max ? `${min}` : `${min} to ${max}`;
    this.refuse(call, `${name} takes ${range} ${max === 1 ? "value" : "values"}, not ${length}`);
    return [];
  }

  options(call: Call, scope: Scope, before: Part[]): string[] {
    return optionsOf(call).map((pair) => {
      if (!/^[A-Za-z_]\w*$/.test(pair.key))
        this.refuse(pair, `${pair.key} is no name in Liquid: use letters and digits`);
      return `${pair.key}: ${this.word(asExpression(pair.value), scope, before)}`;
    });
  }

  withoutAliases(block: hbs.AST.BlockStatement): void {
    const names = branchesOf(block).program?.blockParams ?? [];
    if (names.length > 0) this.refuse(block, `${textOf(block.path)} gives no names after as: only each and with do`);
  }

  refuse(node: Pick<hbs.AST.Node, "loc">, message: string): Part[] {
    this.issues.push({ place: placeOf(node), message });
    return [];
  }
}

const isBlockOnly = (name: string | undefined): boolean =>
  name !== undefined && ["if", "unless", "each", "with", "log"].includes(name);

export const unknownHelper = (name: string): string =>
  `there is no helper ${name}: there are if, unless, each, with, ${HELPER_NAMES}`;
