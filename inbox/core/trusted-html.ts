type Policy = { createHTML(html: string): string };
type Page = { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } | undefined };

/**
 * Returns a function that returns HTML as a parser may have it on a page which requires trusted types, and undefined where
 * the page does not allow that by `trusted-types belfry-inbox`. Callers read only allowed elements and texts of what is parsed.
 */
export function createTrust(page: object): (html: string) => string | undefined {
  let policy: Policy | null | undefined;
  const { trustedTypes } = asTyped(page);
  return (html) => {
    if (trustedTypes === undefined) return html;
    // Asked once: such a page reports each refusal to its operator.
    if (policy === undefined) policy = policyOf(trustedTypes);
    return policy?.createHTML(html);
  };
}

function policyOf(types: NonNullable<Page["trustedTypes"]>): Policy | null {
  try {
    return types.createPolicy("belfry-inbox", { createHTML: (html) => html });
  } catch {
    // The page does not allow it.
    return null;
  }
}

/** TypeScript's DOM has no trusted types: https://w3c.github.io/trusted-types/dist/spec/ */
const asTyped = (page: object) => page as Page;
