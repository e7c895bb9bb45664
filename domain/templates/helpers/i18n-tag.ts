import {
  type Arguments,
  type Context,
  type Emitter,
  evalTokenValue,
  Hash,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
  TypeGuards,
  toValue,
  type ValueToken,
} from "liquidjs";
import { toText } from "../text.ts";
import { translated } from "./i18n.ts";
import { readBlock } from "./read-block.ts";

/**
 * The block form of a translation: `{% i18n "group.key", name: user.name %}default text{% endi18n %}`. Where the reader's languages
 * have none it prints the default text, else the key. Both texts may print the variables of the tag by their names; what
 * they print is escaped in html, the text around them is not.
 */
export class I18nTag extends Tag {
  readonly key: ValueToken;
  readonly #variables: Hash;
  readonly #defaultText: Template[] = [];

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid);
    this.key = this.tokenizer.readValueOrThrow();
    this.#variables = new Hash(this.tokenizer, liquid.options.keyValueSeparator);
    readBlock({ token, parser, remaining, end: "endi18n", body: this.#defaultText });
  }

  *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const key = toText(toValue(yield evalTokenValue(this.key, context)));
    const variables = yield* this.#variables.render(context);
    const text = translated({ context }, key, variables);
    if (text !== undefined) {
      emitter.write(text);
      return;
    }
    if (this.#defaultText.length === 0) {
      context.memoryLimit.use(key.length);
      const { outputEscape } = context.opts;
      emitter.write(outputEscape ? outputEscape.call({ context }, key) : key);
      return;
    }
    context.push(variables);
    yield this.liquid.renderer.renderTemplates(this.#defaultText, context, emitter);
    context.pop();
  }

  // biome-ignore lint/correctness/useYield: LiquidJS asks for a generator, though only tags that load files wait.
  *children(): Generator<unknown, Template[]> {
    return this.#defaultText;
  }

  *arguments(): Arguments {
    yield this.key;
    for (const value of Object.values(this.#variables.hash)) if (TypeGuards.isValueToken(value)) yield value;
  }

  blockScope(): Iterable<string> {
    return Object.keys(this.#variables.hash);
  }
}
