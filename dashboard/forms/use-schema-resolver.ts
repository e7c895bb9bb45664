import { useEffect, useState } from "react";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/**
 * Returns the resolver of a form by a schema, often one of the contract, which is loaded once the form is on screen: zod is a tenth of
 * what a screen may load first. The form is validated when the schema is there.
 */
export function useSchemaResolver<Input extends FieldValues, Output>(
  load: () => Promise<z.ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  const [{ resolver, preload }] = useState(() => {
    let loading: Promise<Resolver<Input, unknown, Output>> | undefined;
    const loaded = () => {
      loading ??= Promise.all([import("./schema-resolver.ts"), load()]).then(([{ schemaResolver }, schema]) =>
        schemaResolver(schema),
      );
      return loading.catch((): Resolver<Input, unknown, Output> => {
        // The next validation tries again.
        loading = undefined;
        return notLoaded<Input>;
      });
    };
    const resolve: Resolver<Input, unknown, Output> = async (values, context, options) =>
      (await loaded())(values, context, options);
    return { resolver: resolve, preload: loaded };
  });
  useEffect(() => void preload(), [preload]);
  return resolver;
}

/** Refuses the form with a sentence, which `FormError` shows. */
function notLoaded<Input extends FieldValues>() {
  const server = { type: "load", message: "Belfry is not reachable. Try again." };
  const errors: FieldErrors = { root: { server } };
  // Every form's errors have `root`, which the compiler cannot see of a form that it does not know.
  return { values: {}, errors: errors as FieldErrors<Input> };
}
