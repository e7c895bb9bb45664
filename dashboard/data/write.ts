import type { QueryClient } from "@tanstack/react-query";
import { isShared, type ReadName } from "./declarations.ts";
import { type Args, callsOf, type OperationName, type Result, resourceOf, type Source } from "./operations.ts";
import { keyOf } from "./read.ts";
import type { WriteDeclaration } from "./write-declarations.ts";

/** Has the reads of resources or of single names read again: those on screen at once, the others when they are next shown. */
export function outdate(
  queryClient: QueryClient,
  environmentId: string | undefined,
  names: readonly string[],
  keeps: readonly ReadName[] = [],
): Promise<void> {
  const kept: readonly string[] = keeps;
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [, environment, name] }) =>
      typeof name === "string" &&
      !kept.includes(name) &&
      (isShared(name) || environment === environmentId) &&
      names.some((one) => name === one || name.startsWith(`${one}.`)),
  });
}

/**
 * Returns how the API is changed, by the name of an operation: `write("apiKeys.rename", id, { name })`. Each write is a mutation, of which
 * other tabs are told, and outdates the reads that it is declared to.
 */
export function createWrite(source: Source, queryClient: QueryClient) {
  const { environmentId } = source;
  return <Name extends OperationName>(name: Name, ...args: Args<Name>): Promise<Result<Name>> => {
    const given: readonly unknown[] = args;
    const declaring = declarationOf(name);
    const mutation = queryClient.getMutationCache().build<Result<Name>, Error, void, unknown>(queryClient, {
      mutationFn: () => callsOf(source)(name, ...args),
      onSuccess: async (answer) => {
        const declared = await declaring;
        if (!declared) return queryClient.invalidateQueries();
        const { outdates, keeps, answers, inBackground = false } = declared;
        if (answers) {
          const [read, count] = answers;
          queryClient.setQueryData(keyOf(environmentId, read, ...given.slice(0, count)), answer);
        }
        const reading = outdate(queryClient, environmentId, outdates, keeps);
        if (!inBackground) await reading;
      },
    });
    return mutation.execute();
  };
}

/**
 * Returns what a write is declared to outdate, which no screen needs before one is sent; undefined where the declarations could not be
 * loaded, as after an upgrade of the server: then all may be outdated.
 */
async function declarationOf(name: OperationName): Promise<WriteDeclaration | undefined> {
  const resource = resourceOf(name);
  try {
    const { WRITES } = await import("./write-declarations.ts");
    return WRITES[name] ?? WRITES[resource] ?? { outdates: [resource] };
  } catch {
    return undefined;
  }
}
