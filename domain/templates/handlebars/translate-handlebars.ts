import { HELPER_NAMES, type HelperShape, helperOf } from "./helper-table.ts";
import { accessName, joinParts, type Part, quote } from "./liquid-source.ts";
import { createNames, type Names } from "./names.ts";
import type { Place } from "./place.ts";
import {
  asExpression,
  branchesOf,
  type Call,
  type Expression,
  optionsOf,
  placeOf,
  type Statement,
  statementsOf,
} from "./syntax.ts";

interface Issue {
  place: Place;
  message: string;
}

/** A value in Liquid: a variable or a literal, and the filters that it goes through. */
interface Value {
  head: string;
  filters: readonly string[];
}

/** A variable and the properties that lead on from it. Without a variable, the properties start at the variables themselves. */
interface Reference {
  variable?: string | undefined;
  names: readonly string[];
}

/** A loop around the code that is being translated. */
interface Loop {
  /** Names under which its variables are kept for the loops inside it. */
  kept: Map<LoopVariable, string>;
}

/** The meaning of names at a place of the template. */
interface Scope {
  /** The values of `this`, `../this` and so on. */
  contexts: readonly Reference[];
  /** From the inside out. */
  loops: readonly Loop[];
  /** Names after `as`, which are values, or variables of a loop. */
  aliases: ReadonlyMap<string, Reference | { loop: Loop; variable: LoopVariable }>;
}

type LoopVariable = "index0" | "key" | "first" | "last";

const LOOP_VARIABLES: Readonly<Record<string, LoopVariable>> = {
  index: "index0",
  key: "key",
  first: "first",
  last: "last",
};
const NIL: Value = { head: "nil", filters: [] };

/**
 * The Liquid source that prints what a Handlebars template prints. Where there are issues it is of no use.
 *
 * Handlebars looks up a name in the value of `this`, which blocks change; Liquid knows variables only. So every name is
 * written as a path from a variable: of the payload, or of a loop around it.
 */
export function translateHandlebars(template: hbs.AST.Program): { liquid: string; issues: readonly Issue[] } {
  const translation = new Translation(createNames(template));
  const parts = translation.program(template, { contexts: [{ names: [] }], loops: [], aliases: new Map() });
  return { liquid: joinParts(parts), issues: translation.issues };
}

class Translation {
  readonly issues: Issue[] = [];
  readonly #names: Names;

  constructor(names: Names) {
    this.#names = names;
  }

  program(program: hbs.AST.Program | undefined, scope: Scope): Part[] {
    return statementsOf(program).flatMap((statement) => this.#statement(statement, scope));
  }

  #statement(statement: Statement, scope: Scope): Part[] {
    switch (statement.type) {
      case "ContentStatement":
        return [{ text: statement.value }];
      case "CommentStatement":
        return comment(statement.value);
      case "MustacheStatement":
        return this.#print(statement, scope);
      case "BlockStatement":
        return this.#block(statement, scope);
      case "PartialStatement":
      case "PartialBlockStatement":
        return this.#refuse(statement, "there are no partials: put the text of the partial in this place");
      case "Decorator":
      case "DecoratorBlock":
        return this.#refuse(statement, "there are no decorators: remove it");
    }
  }

  #print(statement: hbs.AST.MustacheStatement, scope: Scope): Part[] {
    const before: Part[] = [];
    const { head, filters } = this.#call(statement, scope, before);
    const all = statement.escaped ? filters : [...filters, "raw"];
    return [...before, { code: `{{ ${[head, ...all].join(" | ")} }}` }];
  }

  #block(block: hbs.AST.BlockStatement, scope: Scope): Part[] {
    const name = nameOf(block.path);
    switch (name) {
      case "if":
      case "unless":
        return this.#condition(name, block, scope);
      case "each":
        return this.#each(block, scope);
      case "with":
        return this.#with(block, scope);
      case "i18n":
        return this.#i18n(block, scope);
    }
    const helper = name === undefined ? undefined : helperOf(name);
    if (name !== undefined && helper?.isBlock) return this.#comparison(name, helper, block, scope);
    const written = `{{#${textOf(block.path)}}}`;
    if (helper)
      return this.#refuse(
        block,
        `${name} has no content: write {{${name} ...}}, or {{#each (${name} ...)}} for a list`,
      );
    if (block.params.length > 0) return this.#refuse(block, unknownHelper(textOf(block.path)));
    return this.#refuse(
      block,
      `${written} depends on the kind of its value: write {{#if ...}}, {{#unless ...}}, {{#each ...}} or {{#with ...}}`,
    );
  }

  #condition(tag: "if" | "unless", block: hbs.AST.BlockStatement, scope: Scope): Part[] {
    const before: Part[] = [];
    const condition = this.#conditionOf(block, scope, before);
    const { program, inverse } = branchesOf(block);
    return [
      ...before,
      { code: `{% ${tag} ${condition} %}` },
      ...this.program(program, scope),
      ...this.#otherwise(tag, inverse, scope),
      { code: `{% end${tag} %}` },
    ];
  }

  /** `else if` becomes `elsif` where nothing has to be assigned before. */
  #otherwise(tag: string, inverse: hbs.AST.Program | undefined, scope: Scope): Part[] {
    const statements = statementsOf(inverse);
    const [only] = statements;
    if (tag === "if" && statements.length === 1 && only?.type === "BlockStatement" && nameOf(only.path) === "if") {
      const before: Part[] = [];
      const issues = this.issues.length;
      const condition = this.#conditionOf(only, scope, before);
      if (before.length === 0) {
        const branches = branchesOf(only);
        return [
          { code: `{% elsif ${condition} %}` },
          ...this.program(branches.program, scope),
          ...this.#otherwise(tag, branches.inverse, scope),
        ];
      }
      // It is translated once more below.
      this.issues.length = issues;
    }
    return inverse ? [{ code: "{% else %}" }, ...this.program(inverse, scope)] : [];
  }

  #conditionOf(block: hbs.AST.BlockStatement, scope: Scope, before: Part[]): string {
    const [param] = this.#params(block, { min: 1, max: 1, options: ["includeZero"] });
    this.#withoutAliases(block);
    if (!param) return "nil";
    const includeZero = optionsOf(block).find(({ key }) => key === "includeZero");
    const value = this.#value(param, scope, before);
    if (!includeZero) return sourceOf(value);
    const option = asExpression(includeZero.value);
    if (option.type !== "BooleanLiteral") {
      this.#refuse(includeZero, "includeZero is true or false here: write it out");
      return "nil";
    }
    return option.value ? orZero(this.#operand(value, before)) : sourceOf(value);
  }

  #comparison(name: string, helper: HelperShape, block: hbs.AST.BlockStatement, scope: Scope): Part[] {
    const before: Part[] = [];
    this.#withoutAliases(block);
    const operands = this.#params(block, helper).map((param) =>
      this.#operand(this.#value(param, scope, before), before),
    );
    const { program, inverse } = branchesOf(block);
    return [
      ...before,
      { code: `{% ${name} ${operands.join(", ")} %}` },
      ...this.program(program, scope),
      ...this.#otherwise(name, inverse, scope),
      { code: `{% end${name} %}` },
    ];
  }

  #each(block: hbs.AST.BlockStatement, scope: Scope): Part[] {
    const [param] = this.#params(block, { min: 1, max: 1 });
    if (!param) return [];
    const before: Part[] = [];
    const list = this.#operand(this.#value(param, scope, before), before);
    const { program, inverse } = branchesOf(block);
    const item = this.#names.next("item");
    const loop: Loop = { kept: new Map() };
    const aliases = new Map(scope.aliases);
    const [itemAlias, keyAlias, more] = program?.blockParams ?? [];
    if (more !== undefined) this.#refuse(block, "each gives two names after as: the item and its index or key");
    if (itemAlias !== undefined) aliases.set(itemAlias, { variable: item, names: [] });
    if (keyAlias !== undefined) aliases.set(keyAlias, { loop, variable: "key" });
    const inner: Scope = {
      contexts: [{ variable: item, names: [] }, ...scope.contexts],
      loops: [loop, ...scope.loops],
      aliases,
    };
    const body = this.program(program, inner);
    return [
      ...before,
      { code: `{% each ${item} in ${list} %}` },
      ...[...loop.kept].map(([variable, name]) => ({ code: `{% assign ${name} = forloop.${variable} %}` })),
      ...body,
      ...(inverse ? [{ code: "{% else %}" }, ...this.program(inverse, scope)] : []),
      { code: "{% endeach %}" },
    ];
  }

  #with(block: hbs.AST.BlockStatement, scope: Scope): Part[] {
    const [param] = this.#params(block, { min: 1, max: 1 });
    if (!param) return [];
    const { program, inverse } = branchesOf(block);
    const [alias, more] = program?.blockParams ?? [];
    if (more !== undefined) this.#refuse(block, "with gives one name after as");
    const before: Part[] = [];
    const reference = this.#referenceTo(param, scope, before);
    const isThis = param.type === "PathExpression" && !param.data && param.depth === 0 && param.parts.length === 0;
    const inner: Scope = {
      ...scope,
      // Handlebars does not count a block that leaves `this` as it is for `../`.
      contexts: isThis ? scope.contexts : [reference, ...scope.contexts],
      aliases: alias === undefined ? scope.aliases : new Map([...scope.aliases, [alias, reference]]),
    };
    const body = this.program(program, inner);
    // The variables as a whole are always there.
    if (reference.variable === undefined && reference.names.length === 0) return [...before, ...body];
    const value = this.#operand(referenceValue(reference), before);
    return [
      ...before,
      { code: `{% if ${orZero(value)} %}` },
      ...body,
      ...(inverse ? [{ code: "{% else %}" }, ...this.program(inverse, scope)] : []),
      { code: "{% endif %}" },
    ];
  }

  #i18n(block: hbs.AST.BlockStatement, scope: Scope): Part[] {
    const [param] = this.#params(block, { min: 1, max: 1, options: "any" });
    this.#withoutAliases(block);
    if (!param) return [];
    const before: Part[] = [];
    const key = this.#operand(this.#value(param, scope, before), before);
    const { program, inverse } = branchesOf(block);
    if (inverse) this.#refuse(block, "i18n has no else: its content is the text for a missing translation");
    const options = this.#options(block, scope, before);
    return [
      ...before,
      { code: `{% i18n ${[key, ...options].join(", ")} %}` },
      ...this.program(program, scope),
      { code: "{% endi18n %}" },
    ];
  }

  /** A value that is printed or compared: a variable, a literal, or the result of a helper. */
  #call(call: Call, scope: Scope, before: Part[]): Value {
    const path = asExpression(call.path);
    const isCall = call.params.length > 0 || optionsOf(call).length > 0;
    if (path.type !== "PathExpression") {
      if (path.type === "SubExpression") return this.#value(path, scope, before);
      // Handlebars takes a literal in the place of a name for a name.
      return this.#reference({ names: [textOf(path)] }, path, scope);
    }
    const name = nameOf(path);
    const isAlias = name !== undefined && scope.aliases.has(name);
    const helper = name === undefined || isAlias ? undefined : helperOf(name);
    if (name === undefined || !helper) {
      if (!isCall && (isAlias || !isBlockOnly(name))) return this.#path(path, scope);
      this.#refuse(
        call,
        isBlockOnly(name)
          ? `${name} needs content: write {{#${name} ...}} ... {{/${name}}}`
          : unknownHelper(textOf(path)),
      );
      return NIL;
    }
    const [first, ...others] = this.#params(call, helper);
    if (!first) return NIL;
    const value = this.#value(first, scope, before);
    const args = [
      ...others.map((param) => this.#operand(this.#value(param, scope, before), before)),
      ...this.#options(call, scope, before),
    ];
    return { head: value.head, filters: [...value.filters, args.length > 0 ? `${name}: ${args.join(", ")}` : name] };
  }

  #value(expression: Expression, scope: Scope, before: Part[]): Value {
    switch (expression.type) {
      case "PathExpression":
        return this.#path(expression, scope);
      case "SubExpression":
        return this.#call(expression, scope, before);
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
    if (!/^-?\d+(?:\.\d+)?$/.test(digits)) this.#refuse(literal, "the number has too many digits: write it as a text");
    return digits;
  }

  #path(path: hbs.AST.PathExpression, scope: Scope): Value {
    const [first = "", ...rest] = path.parts;
    if (path.data) {
      if (first === "root") return this.#reference({ names: rest }, path, scope);
      const variable = Object.hasOwn(LOOP_VARIABLES, first) && rest.length === 0 ? LOOP_VARIABLES[first] : undefined;
      if (variable) return this.#loopVariable(scope.loops, path.depth, variable);
      this.#refuse(path, `${textOf(path)} is not known: there are @index, @key, @first, @last and @root`);
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
      this.#refuse(node, "it stands for all variables at once: name one of them");
      return NIL;
    }
    this.#refuseLoopName(reference, node, scope);
    return referenceValue(reference);
  }

  #refuseLoopName({ variable, names: [first] }: Reference, node: hbs.AST.Node, scope: Scope): void {
    if (variable !== undefined || first !== "forloop" || scope.loops.length === 0) return;
    this.#refuse(node, "forloop is the loop itself in Liquid: rename the variable, or print it outside of the loop");
  }

  /** The value of a block's `this`. One that goes through filters gets a name. */
  #referenceTo(param: Expression, scope: Scope, before: Part[]): Reference {
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
    return { variable: this.#named(this.#value(param, scope, before), before), names: [] };
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

  /** The value as one word. Liquid takes no filters there, so their result is assigned before. */
  #operand(value: Value, before: Part[]): string {
    return value.filters.length === 0 ? value.head : this.#named(value, before);
  }

  #named(value: Value, before: Part[]): string {
    const name = this.#names.next("value");
    before.push({ code: `{% assign ${name} = ${sourceOf(value)} %}` });
    return name;
  }

  #params(call: Call, { min, max, options = [] }: HelperShape): Expression[] {
    const name = textOf(call.path);
    for (const pair of optionsOf(call)) {
      if (options === "any" || options.includes(pair.key)) continue;
      const known = options.length > 0 ? `it has ${options.join(", ")}` : "it has none";
      this.#refuse(pair, `${name} has no option ${pair.key}: ${known}`);
    }
    const { length } = call.params;
    if (length >= min && length <= max) return call.params.map(asExpression);
    const range = min === max ? `${min}` : `${min} to ${max}`;
    this.#refuse(call, `${name} takes ${range} ${max === 1 ? "value" : "values"}, not ${length}`);
    return [];
  }

  #options(call: Call, scope: Scope, before: Part[]): string[] {
    return optionsOf(call).map((pair) => {
      if (!/^[A-Za-z_]\w*$/.test(pair.key))
        this.#refuse(pair, `${pair.key} is no name in Liquid: use letters and digits`);
      return `${pair.key}: ${this.#operand(this.#value(asExpression(pair.value), scope, before), before)}`;
    });
  }

  #withoutAliases(block: hbs.AST.BlockStatement): void {
    const names = branchesOf(block).program?.blockParams ?? [];
    if (names.length > 0) this.#refuse(block, `${textOf(block.path)} gives no names after as: only each and with do`);
  }

  #refuse(node: Pick<hbs.AST.Node, "loc">, message: string): Part[] {
    this.issues.push({ place: placeOf(node), message });
    return [];
  }
}

const sourceOf = ({ head, filters }: Value): string => [head, ...filters].join(" | ");

/** Zero counts as something for `with`, and for `if` that asks for it. */
const orZero = (operand: string): string => `${operand} or ${operand} == 0`;

const extend = ({ variable, names }: Reference, more: readonly string[]): Reference => ({
  variable,
  names: [...names, ...more],
});

/** Liquid adds `size` to lists and objects that have no such property: it is looked up instead. */
function referenceValue({ variable, names }: Reference): Value {
  let head = variable;
  for (const [index, name] of names.entries()) {
    if (name === "size" && head !== undefined) {
      return { head, filters: names.slice(index).map((property) => `lookup: ${quote(property)}`) };
    }
    head = accessName(head, name);
  }
  return { head: head ?? "nil", filters: [] };
}

/** The name of a helper, unless the path can only be a variable. */
function nameOf(node: hbs.AST.Expression): string | undefined {
  const path = asExpression(node);
  if (path.type !== "PathExpression") return undefined;
  const isName = !path.data && path.depth === 0 && path.parts.length === 1 && !isScoped(path);
  return isName ? path.parts[0] : undefined;
}

const isScoped = ({ original }: hbs.AST.PathExpression): boolean => /^(?:\.|this\b)/.test(original);

const isBlockOnly = (name: string | undefined): boolean =>
  name !== undefined && ["if", "unless", "each", "with", "log"].includes(name);

function textOf(node: hbs.AST.Expression): string {
  const expression = asExpression(node);
  if ("original" in expression) return String(expression.original);
  return expression.type === "NullLiteral" ? "null" : expression.type === "UndefinedLiteral" ? "undefined" : "(...)";
}

const unknownHelper = (name: string): string =>
  `there is no helper ${name}: there are if, unless, each, with, ${HELPER_NAMES}`;

/** A comment stays one, a tag for each line, which nothing reads but who edits the template. */
function comment(value: string): Part[] {
  const lines = value.split("\n").map((line) => line.trim());
  return lines.flatMap((line) => (line === "" ? [] : [{ code: `{% # ${withoutSyntax(line)} %}` }]));
}

/** Quotes and braces of a comment could be taken for those of code. */
function withoutSyntax(line: string): string {
  return line
    .replace(/\{(?=[{%])|[%}](?=\})/g, "$& ")
    .replaceAll("'", "\u2019")
    .replaceAll('"', "\u201d");
}
