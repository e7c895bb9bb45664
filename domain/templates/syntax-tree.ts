import type { Template } from "liquidjs";

/**
 * The templates inside a tag. LiquidJS returns them as the result of a generator, which waits only for partial files:
 * there are none.
 */
export function childrenOf(template: Template): Template[] {
  const result = template.children?.(false, true).next();
  return result?.done ? result.value : [];
}
