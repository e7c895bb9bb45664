import {
  type Arguments,
  Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
  type Value,
  type ValueToken,
} from "liquidjs";
import { COMPARISON_TAGS } from "#contract/constants/templates/template-tags.ts";

type Values = (Value | ValueToken)[];

/** Tags that read other templates, of which there are none. */
const TAGS_WITH_PARTIALS = ["include", "render", "layout", "block"];

/** A block of the product's own, read as far as its place and its names matter. */
abstract class BlockTag extends Tag {
  protected readonly values: Values = [];
  protected readonly hasElse: boolean = false;
  readonly #body: Template[] = [];

  protected readBody(remaining: TopLevelToken[], parser: Parser, token: TagToken): void {
    const stream = parser
      .parseStream(remaining)
      .on(`tag:end${token.name}`, () => stream.stop())
      .on("template", (template: Template) => this.#body.push(template))
      .on("end", () => {
        throw new Error(`tag ${token.getText()} not closed`);
      });
    if (this.hasElse) stream.on("tag:else", () => {});
    stream.start();
  }

  // Nothing is rendered here.
  *render(): Generator<unknown, void, unknown> {}

  // biome-ignore lint/correctness/useYield: LiquidJS asks for a generator, though only tags that load files wait.
  *children(): Generator<unknown, Template[]> {
    return this.#body;
  }

  arguments(): Arguments {
    return this.values;
  }
}

/** `{% each item in list %}`. */
export class EachTag extends BlockTag {
  protected override readonly hasElse = true;
  readonly variable: string;
  readonly collection: ValueToken;

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid);
    this.variable = this.tokenizer.readIdentifier().content;
    if (this.variable === "" || this.tokenizer.readIdentifier().content !== "in")
      throw new Error(`illegal tag: ${token.getText()}`);
    this.collection = this.tokenizer.readValueOrThrow();
    this.values.push(this.collection);
    this.readBody(remaining, parser, token);
  }

  blockScope(): Iterable<string> {
    return [this.variable, "forloop"];
  }
}

/** `{% gt a, b %}` and the other comparisons. */
class ComparisonTag extends BlockTag {
  protected override readonly hasElse = true;

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid);
    this.values.push(this.tokenizer.readValueOrThrow());
    this.tokenizer.skipBlank();
    if (this.tokenizer.peek() === ",") this.tokenizer.advance();
    this.values.push(this.tokenizer.readValueOrThrow());
    this.readBody(remaining, parser, token);
  }
}

/** `{% i18n "group.key", name: value %}`. */
class TranslationTag extends BlockTag {
  readonly #names: string[] = [];

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid);
    this.values.push(this.tokenizer.readValueOrThrow());
    for (const { name, value } of this.tokenizer.readHashes()) {
      this.#names.push(name.content);
      if (value) this.values.push(value);
    }
    this.readBody(remaining, parser, token);
  }

  blockScope(): Iterable<string> {
    return this.#names;
  }
}

const engine = createEngine();

/** Parses as the engine of the API does, whose helpers are named in the contract. Filters are not checked. Throws a `LiquidError`. */
export const parseLiquid = (text: string): Template[] => engine.parse(text);

/** Returns the templates inside a tag. */
export function childrenOf(template: Template): Template[] {
  const result = template.children?.(false, true).next();
  return result?.done ? result.value : [];
}

function createEngine(): Liquid {
  const liquid = new Liquid();
  liquid.registerTag("each", EachTag);
  liquid.registerTag("i18n", TranslationTag);
  for (const name of COMPARISON_TAGS) liquid.registerTag(name, ComparisonTag);
  for (const name of TAGS_WITH_PARTIALS) delete liquid.tags[name];
  return liquid;
}
