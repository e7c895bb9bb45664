import {
  type Arguments,
  type Context,
  type Emitter,
  evalTokenValue,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
  type ValueToken,
} from "liquidjs";
import { isPlainObject } from "../../values/plain-object.ts";
import { readBlock } from "./read-block.ts";

/**
 * A loop over the items of a list or the values of an object: `{% each item in list %} .. {% else %} .. {% endeach %}`.
 * `forloop` has `index`, `index0`, `first`, `last`, `length`, and `key`: the name of the value, or the index from 0 of the
 * item. The `else` branch is for all that has no items, texts and numbers included; Liquid's own `for` would loop once
 * over a text, and over pairs of an object. This is `each` of Handlebars, which templates are translated from.
 */
export class EachTag extends Tag {
  readonly variable: string;
  readonly collection: ValueToken;
  readonly #body: Template[] = [];
  readonly #otherwise: Template[] = [];

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid);
    this.variable = this.tokenizer.readIdentifier().content;
    const isComplete = this.variable !== "" && this.tokenizer.readIdentifier().content === "in";
    if (!isComplete) throw new Error(`illegal tag: ${token.getText()}, which should be {% each item in list %}`);
    this.collection = this.tokenizer.readValueOrThrow();
    readBlock({ token, parser, remaining, end: "endeach", body: this.#body, otherwise: this.#otherwise });
  }

  *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const { renderer } = this.liquid;
    const entries = entriesOf(yield evalTokenValue(this.collection, context));
    context.memoryLimit.use(entries.length);
    if (entries.length === 0) {
      yield renderer.renderTemplates(this.#otherwise, context, emitter);
      return;
    }
    const scope: Record<string, unknown> = {};
    context.push(scope);
    for (const [index, [key, item]] of entries.entries()) {
      scope.forloop = loopVariables(index, entries.length, key);
      scope[this.variable] = item;
      context.continueCalled = false;
      context.breakCalled = false;
      yield renderer.renderTemplates(this.#body, context, emitter);
      if (context.breakCalled) break;
    }
    context.continueCalled = false;
    context.breakCalled = false;
    context.pop();
  }

  // biome-ignore lint/correctness/useYield: LiquidJS asks for a generator, though only tags that load files wait.
  *children(): Generator<unknown, Template[]> {
    return [...this.#body, ...this.#otherwise];
  }

  arguments(): Arguments {
    return [this.collection];
  }

  blockScope(): Iterable<string> {
    return [this.variable, "forloop"];
  }
}

function entriesOf(value: unknown): [key: string | number, item: unknown][] {
  if (Array.isArray(value)) return [...value.entries()];
  return isPlainObject(value) ? Object.entries(value) : [];
}

function loopVariables(index0: number, length: number, key: string | number) {
  return { index0, index: index0 + 1, length, key, first: index0 === 0, last: index0 === length - 1 };
}
