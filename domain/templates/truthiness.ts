import { type Context, defaultOperators, type Emitter, IfTag, type Operators, toValue, UnlessTag } from "liquidjs";

/**
 * Whether a value counts as true in `if`, `unless`, `and`, `or` and `not`: as in JavaScript, but an empty list is false.
 * Templates ask "is there anything", and an empty list has nothing to show.
 */
function isTruthy(value: unknown): boolean {
  const plain: unknown = toValue(value);
  return Array.isArray(plain) ? plain.length > 0 : Boolean(plain);
}

export const operators: Operators = {
  ...defaultOperators,
  not: (value: unknown) => !isTruthy(value),
  and: (left: unknown, right: unknown) => isTruthy(left) && isTruthy(right),
  or: (left: unknown, right: unknown) => isTruthy(left) || isTruthy(right),
};

/** `if` with `elsif` and `else`, by `isTruthy`. */
export class If extends IfTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, string> {
    for (const { value, templates } of this.branches) {
      if (isTruthy(yield value.value(context))) {
        yield this.liquid.renderer.renderTemplates(templates, context, emitter);
        return;
      }
    }
    yield this.liquid.renderer.renderTemplates(this.elseTemplates ?? [], context, emitter);
  }
}

/** `unless` with `elsif` and `else`, by `isTruthy`: the first branch is taken when its condition is false. */
export class Unless extends UnlessTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    for (const [index, { value, templates }] of this.branches.entries()) {
      const holds = isTruthy(yield value.value(context));
      if (index === 0 ? !holds : holds) {
        yield this.liquid.renderer.renderTemplates(templates, context, emitter);
        return;
      }
    }
    yield this.liquid.renderer.renderTemplates(this.elseTemplates, context, emitter);
  }
}
