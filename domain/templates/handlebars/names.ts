/** Gives out names of variables that the template does not use. */
export interface Names {
  next(base: string): string;
}

export function createNames(template: hbs.AST.Program): Names {
  const used = namesIn(template);
  const counts = new Map<string, number>();
  return {
    next(base) {
      for (;;) {
        const count = (counts.get(base) ?? 0) + 1;
        counts.set(base, count);
        const name = count === 1 ? base : `${base}${count}`;
        if (!used.has(name)) return name;
      }
    },
  };
}

/** Everything that a path consists of, or that stands where a name could. */
function namesIn(template: hbs.AST.Program): ReadonlySet<unknown> {
  const names = new Set<unknown>();
  JSON.stringify(template, (key, value: unknown) => {
    if (isPath(value)) for (const part of value.data ? value.parts.slice(1) : value.parts) names.add(part);
    // `original` is a literal in the place of a name, `key` the name of an option, which i18n makes a variable of.
    else if ((key === "original" || key === "key") && typeof value === "string") names.add(value);
    return key === "loc" ? undefined : value;
  });
  return names;
}

function isPath(value: unknown): value is Pick<hbs.AST.PathExpression, "parts" | "data"> {
  return typeof value === "object" && value !== null && "parts" in value && "data" in value;
}
