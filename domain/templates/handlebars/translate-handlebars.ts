import { type HelperShape, helperOf } from "./helper-table.ts";
import { comment, joinParts, type Part } from "./liquid-source.ts";
import { createNames, type Names } from "./names.ts";
import { type Loop, referenceValue, type Scope, sourceOf } from "./scope.ts";
import { asExpression, branchesOf, nameOf, optionsOf, type Statement, statementsOf, textOf } from "./syntax.ts";
import { Expressions, type Issue, unknownHelper } from "./translate-expression.ts";

/**
 * The Liquid source that prints what a Handlebars template prints. Where there are issues it is of no use.
 *
 * Handlebars looks up a name in the value of `this`, which blocks change; Liquid knows variables only. So every name is
 * written as a path from a variable: of the payload, or of a loop around it.
 */
export function translateHandlebars(template: hbs.AST.Program): { liquid: string; issues: readonly Issue[] } {
  const names = createNames(template);
  const expressions = new Expressions(names);
  const translation = new Translation(names, expressions);
  const parts = translation.program(template, { contexts: [{ names: [] }], loops: [], aliases: new Map() });
  return { liquid: joinParts(parts), issues: expressions.issues };
}

class Translation {
  readonly #names: Names;
  readonly #expressions: Expressions;

  constructor(names: Names, expressions: Expressions) {
    this.#names = names;
    this.#expressions = expressions;
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
        return this.#expressions.refuse(statement, "there are no partials: put the text of the partial in this place");
      case "Decorator":
      case "DecoratorBlock":
        return this.#expressions.refuse(statement, "there are no decorators: remove it");
    }
  }

  #print(statement: hbs.AST.MustacheStatement, scope: Scope): Part[] {
    const before: Part[] = [];
    const { head, filters } = this.#expressions.call(statement, scope, before);
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
      return this.#expressions.refuse(
        block,
        `${name} has no content: write {{${name} ...}}, or {{#each (${name} ...)}} for a list`,
      );
    if (block.params.length > 0) return this.#expressions.refuse(block, unknownHelper(textOf(block.path)));
    return this.#expressions.refuse(
      block,
      `${written} depends on the kind of its value: write {{#if ...}}, {{#unless ...}}, {{#each ...}} or {{#with ...}}`,
    );
  }

  #condition(tag: "if" | "unless", block: hbs.AST.BlockStatement, scope: Scope): Part[] {
    const before: Part[] = [];
    const condition = this.#conditionOf(block, scope, before);
    return [...before, ...this.#branches(tag, condition, block, scope)];
  }

  #branches(tag: string, condition: string, block: hbs.AST.BlockStatement, scope: Scope): Part[] {
    const { program, inverse } = branchesOf(block);
    return [
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
      const issues = this.#expressions.issues.length;
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
      this.#expressions.issues.length = issues;
    }
    return this.#else(inverse, scope);
  }

  #else(inverse: hbs.AST.Program | undefined, scope: Scope): Part[] {
    return inverse ? [{ code: "{% else %}" }, ...this.program(inverse, scope)] : [];
  }

  #conditionOf(block: hbs.AST.BlockStatement, scope: Scope, before: Part[]): string {
    const [param] = this.#expressions.params(block, { min: 1, max: 1, options: ["includeZero"] });
    this.#expressions.withoutAliases(block);
    if (!param) return "nil";
    const includeZero = optionsOf(block).find(({ key }) => key === "includeZero");
    const value = this.#expressions.value(param, scope, before);
    if (!includeZero) return sourceOf(value);
    const option = asExpression(includeZero.value);
    if (option.type !== "BooleanLiteral") {
      this.#expressions.refuse(includeZero, "includeZero is true or false here: write it out");
      return "nil";
    }
    return option.value ? orZero(this.#expressions.operand(value, before)) : sourceOf(value);
  }

  #comparison(name: string, helper: HelperShape, block: hbs.AST.BlockStatement, scope: Scope): Part[] {
    const before: Part[] = [];
    this.#expressions.withoutAliases(block);
    const operands = this.#expressions
      .params(block, helper)
      .map((param) => this.#expressions.word(param, scope, before))
      .join(", ");
    return [...before, ...this.#branches(name, operands, block, scope)];
  }

  #each(block: hbs.AST.BlockStatement, scope: Scope): Part[] {
    const [param] = this.#expressions.params(block, { min: 1, max: 1 });
    if (!param) return [];
    const before: Part[] = [];
    const list = this.#expressions.word(param, scope, before);
    const { program, inverse } = branchesOf(block);
    const item = this.#names.next("item");
    const loop: Loop = { kept: new Map() };
    const aliases = new Map(scope.aliases);
    const [itemAlias, keyAlias, more] = program?.blockParams ?? [];
    if (more !== undefined)
      this.#expressions.refuse(block, "each gives two names after as: the item and its index or key");
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
      ...this.#else(inverse, scope),
      { code: "{% endeach %}" },
    ];
  }

  #with(block: hbs.AST.BlockStatement, scope: Scope): Part[] {
    const [param] = this.#expressions.params(block, { min: 1, max: 1 });
    if (!param) return [];
    const { program, inverse } = branchesOf(block);
    const [alias, more] = program?.blockParams ?? [];
    if (more !== undefined) this.#expressions.refuse(block, "with gives one name after as");
    const before: Part[] = [];
    const reference = this.#expressions.referenceTo(param, scope, before);
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
    const value = this.#expressions.operand(referenceValue(reference), before);
    return [
      ...before,
      { code: `{% if ${orZero(value)} %}` },
      ...body,
      ...this.#else(inverse, scope),
      { code: "{% endif %}" },
    ];
  }

  #i18n(block: hbs.AST.BlockStatement, scope: Scope): Part[] {
    const [param] = this.#expressions.params(block, { min: 1, max: 1, options: "any" });
    this.#expressions.withoutAliases(block);
    if (!param) return [];
    const before: Part[] = [];
    const key = this.#expressions.word(param, scope, before);
    const { program, inverse } = branchesOf(block);
    if (inverse) this.#expressions.refuse(block, "i18n has no else: its content is the text for a missing translation");
    const options = this.#expressions.options(block, scope, before);
    return [
      ...before,
      { code: `{% i18n ${[key, ...options].join(", ")} %}` },
      ...this.program(program, scope),
      { code: "{% endi18n %}" },
    ];
  }
}

/** Zero counts as something for `with`, and for `if` that asks for it. */
const orZero = (operand: string): string => `${operand} or ${operand} == 0`;
