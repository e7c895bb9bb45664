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
import type { Comparison } from "./comparison.ts";
import { readBlock } from "./read-block.ts";

type TagClass = new (token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) => Tag;

/** The block form of a comparison: `{% gt a, b %} .. {% else %} .. {% endgt %}`. */
export function comparisonTag(name: string, holds: Comparison): TagClass {
  return class extends Tag {
    readonly #left: ValueToken;
    readonly #right: ValueToken;
    readonly #then: Template[] = [];
    readonly #otherwise: Template[] = [];

    constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
      super(token, remaining, liquid);
      this.#left = this.tokenizer.readValueOrThrow();
      this.tokenizer.skipBlank();
      if (this.tokenizer.peek() === ",") this.tokenizer.advance();
      this.#right = this.tokenizer.readValueOrThrow();
      readBlock({ token, parser, remaining, end: `end${name}`, body: this.#then, otherwise: this.#otherwise });
    }

    *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
      const left = yield evalTokenValue(this.#left, context);
      const right = yield evalTokenValue(this.#right, context);
      const branch = holds(left, right) ? this.#then : this.#otherwise;
      yield this.liquid.renderer.renderTemplates(branch, context, emitter);
    }

    // biome-ignore lint/correctness/useYield: LiquidJS asks for a generator, though only tags that load files wait.
    *children(): Generator<unknown, Template[]> {
      return [...this.#then, ...this.#otherwise];
    }

    arguments(): Arguments {
      return [this.#left, this.#right];
    }
  };
}
