import { type UseQueryOptions, useQueries } from "@tanstack/react-query";
import type { Environment } from "#contract/environments.ts";
import { useEnvironment } from "../use-environment.ts";
import { Button } from "./button.tsx";

interface MissingObjectProps<T, K extends readonly unknown[]> {
  /** "workflow", "run", "message". */
  kind: string;
  /** Returns the query of the object in another environment. */
  queryIn: (environmentId: string) => UseQueryOptions<T, Error, T, K>;
}

/** Says that the open environment has no such object, and links to an environment that has it. */
export function MissingObject<T, K extends readonly unknown[]>({ kind, queryIn }: MissingObjectProps<T, K>) {
  const { environments, current, switchTo } = useEnvironment();
  const others = environments.filter((environment) => environment !== current);
  // A refusal means that it is not there either.
  const reads = useQueries({ queries: others.map(({ _id }) => queryIn(_id)) });
  const found: Environment | undefined = others[reads.findIndex((read) => read.isSuccess)];

  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-3 p-4 lg:p-8">
      <title>{`No such ${kind} · Belfry`}</title>
      <h1 className="text-lg font-semibold">{`No such ${kind}`}</h1>
      <p className="text-muted">
        {current?.name ?? "This environment"} has no {kind} with this id. It may have been deleted, or belong to another
        environment.
      </p>
      {found && (
        <Button variant="primary" onClick={() => switchTo(found._id)}>
          {`Open it in ${found.name}`}
        </Button>
      )}
    </div>
  );
}
