import type { ReactNode } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { isProduction } from "../app/membership.ts";

/** In place of a list in Production, which has nothing yet: says where its content is made. `nouns` is "layouts". */
export function PublishedHere({ nouns, icon }: { nouns: string; icon: ReactNode }) {
  const { environments, switchTo } = useEnvironment();
  const development = environments.find((environment) => !isProduction(environment));
  const made = `${nouns.charAt(0).toUpperCase()}${nouns.slice(1)} are made`;
  return (
    <EmptyState
      icon={icon}
      title={`No ${nouns} here yet`}
      action={
        development && (
          <Button variant="primary" onClick={() => switchTo(development._id)}>
            {`Switch to ${development.name}`}
          </Button>
        )
      }
    >
      {`${made} in ${development?.name ?? "Development"} and published from there.`}
    </EmptyState>
  );
}
