import { type UseQueryOptions, useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BelfryError } from "#client/client.ts";
import type { Environment } from "#contract/accounts/environments.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { Button, buttonClass } from "../controls/button.tsx";

interface MissingObjectProps<T, K extends readonly unknown[]> {
  /** "workflow", "run", "message". */
  kind: string;
  /** Returns the query of the object in another environment. */
  queryIn: (environmentId: string) => UseQueryOptions<T, Error, T, K>;
  /** 2 where it is a part of a screen, which has the title. */
  headingLevel?: 1 | 2;
}

/** Says that the open environment has no such object, and links to an environment that has it. */
export function MissingObject<T, K extends readonly unknown[]>({
  kind,
  queryIn,
  headingLevel = 1,
}: MissingObjectProps<T, K>) {
  const { environments, current, switchTo } = useEnvironment();
  const Heading = `h${headingLevel}` as const;
  const others = environments.filter((environment) => environment !== current);
  const reads = useQueries({ queries: others.map(({ _id }) => queryIn(_id)) });
  const found: Environment | undefined = others[reads.findIndex((read) => read.isSuccess)];
  const searched = [current, ...others.filter((_, index) => isRefusal(reads[index]?.error))];

  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-3 p-4 lg:p-8">
      {headingLevel === 1 && <title>{`No such ${kind} · Belfry`}</title>}
      <Heading className="text-lg font-semibold">{`No such ${kind}`}</Heading>
      <p className="text-muted">
        {searchedText(searched)} no {kind} with this id.{" "}
        {found ? `${found.name} has it.` : "It may have been deleted, or the address is not complete."}
      </p>
      <div className="flex flex-wrap gap-2">
        {found && (
          <Button variant="primary" className="max-w-full" onClick={() => switchTo(found._id)}>
            <span className="truncate">{`Open it in ${found.name}`}</span>
          </Button>
        )}
        <Link to=".." search={{}} className={buttonClass()}>
          Go to the list
        </Link>
      </div>
    </div>
  );
}

/** A refusal means that it is not there either; one that could not be asked may have it. */
const isRefusal = (error: unknown): boolean => error instanceof BelfryError && [403, 404].includes(error.status);

/** "Development has", or "Development and Production have". */
function searchedText(environments: readonly (Environment | undefined)[]): string {
  const names = environments.map((environment) => environment?.name ?? "This environment");
  return `${new Intl.ListFormat("en-GB").format(names)} ${names.length > 1 ? "have" : "has"}`;
}
