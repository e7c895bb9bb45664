import { type FetchQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { COMPOSED_READS } from "./composed-reads.ts";
import { type ComposedName, isShared, READS, type ReadDeclaration, type ReadName } from "./declarations.ts";
import { type Args, callsOf, type OperationName, type Result, type Source } from "./operations.ts";

type Tail<All> = All extends [unknown, ...infer Rest] ? Rest : never;
type Composed<Name extends ComposedName> = (typeof COMPOSED_READS)[Name];
export type ReadArgs<Name extends ReadName> = Name extends ComposedName ? Tail<Parameters<Composed<Name>>> : Args<Name>;
type ReadResult<Name extends ReadName> = Name extends ComposedName ? Awaited<ReturnType<Composed<Name>>> : Result<Name>;

/** Returns the key of a read in the cache, or without arguments the beginning of the keys of all reads of that name. */
export const keyOf = (environmentId: string | undefined, name: ReadName, ...args: readonly unknown[]) =>
  isShared(name) ? ["organization", null, name, ...args] : ["environment", environmentId, name, ...args];

function optionsOf<T>(
  queryKey: readonly unknown[],
  read: (signal: AbortSignal) => Promise<T>,
  { keepsRows, pollMs, failedPollMs = pollMs, ...declared }: ReadDeclaration,
) {
  /** Rows of another environment are removed at once. */
  const placeholderData = <Rows>(rows: Rows | undefined, before: { queryKey: readonly unknown[] } | undefined) =>
    before?.queryKey[1] === queryKey[1] ? rows : undefined;
  return queryOptions<T, Error, T, readonly unknown[]>({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    ...declared,
    ...(pollMs !== undefined && {
      refetchInterval: ({ state }: { state: { status: string } }) => (state.status === "error" ? failedPollMs : pollMs),
    }),
    ...(keepsRows && { placeholderData }),
  });
}

/** Returns how the API is read, by the name of an operation or of a composed read: `read("messages.list", { page: 0 })`. */
export function createRead(source: Source) {
  const { environmentId } = source;
  return <Name extends ReadName>(name: Name, ...args: ReadArgs<Name>) =>
    optionsOf<ReadResult<Name>>(
      keyOf(environmentId, name, ...args),
      (signal) => {
        const call = callsOf(source, signal);
        const composed: unknown = Reflect.get(COMPOSED_READS, name);
        return typeof composed === "function"
          ? Reflect.apply(composed, undefined, [{ call, environmentId }, ...args])
          : Reflect.apply(call, undefined, [name, ...args]);
      },
      READS[name] ?? {},
    );
}

/** Whether a name is one of an operation, and not of a read of several calls. */
export const isOperation = (name: unknown): name is OperationName =>
  typeof name === "string" && !Object.hasOwn(COMPOSED_READS, name);

export type Read = ReturnType<typeof createRead>;

/**
 * Returns how loaders read the queries of their screens. The first load does not wait for them: once the router shows the
 * shell's skeleton, it keeps that until all loaders have ended, while a screen in the shell has a skeleton of its own.
 */
export const prefetchBy =
  (queryClient: QueryClient, isFirstLoad: boolean) =>
  async <T, K extends readonly unknown[]>(query: FetchQueryOptions<T, Error, T, K>): Promise<void> => {
    const read = queryClient.prefetchQuery(query);
    if (!isFirstLoad) await read;
  };
