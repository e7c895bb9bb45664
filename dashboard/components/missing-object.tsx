import { useEffect, useState } from "react";
import type { Environment } from "#contract/environments.ts";
import { Button } from "./button.tsx";

interface MissingObjectProps {
  /** "workflow", "run", "message". */
  kind: string;
  environments: Environment[];
  environmentId: string | undefined;
  /** Resolves when the other environment has the object, rejects when it does not. */
  lookIn: (environmentId: string) => Promise<unknown>;
  onSwitch: (environmentId: string) => void;
}

/** Says where an object was looked for, and offers the environment that has it. */
export function MissingObject({ kind, environments, environmentId, lookIn, onSwitch }: MissingObjectProps) {
  const [found, setFound] = useState<Environment>();
  const here = environments.find((environment) => environment._id === environmentId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once, when the page opens
  useEffect(() => {
    for (const environment of environments) {
      if (environment._id === environmentId) continue;
      // A refusal means that it is not there either: there is nothing to offer then.
      lookIn(environment._id).then(
        () => setFound(environment),
        () => undefined,
      );
    }
  }, []);

  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-3 p-6 lg:p-12">
      <title>{`No such ${kind} · Belfry`}</title>
      <h1 className="text-lg font-semibold">{`No such ${kind}`}</h1>
      <p className="text-muted">
        {here?.name ?? "This environment"} has no {kind} with this id. It may have been deleted, or belong to another
        environment.
      </p>
      {found && (
        <Button variant="primary" onClick={() => onSwitch(found._id)}>
          {`Open it in ${found.name}`}
        </Button>
      )}
    </div>
  );
}
