import { PanelsTopLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { isProduction } from "#dashboard/membership.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface NoLayoutsProps {
  /** Why the page is empty: it is past the end, nothing matches the search, or there are no layouts at all. */
  reason: "past" | "filtered" | "empty";
  onClear: () => void;
  /** The button that creates one. */
  create: ReactNode;
}

/** In place of the table. */
export function NoLayouts({ reason, onClear, create }: NoLayoutsProps) {
  const { environments, readOnly, switchTo } = useEnvironment();
  if (reason === "past") {
    return (
      <EmptyState
        icon={<PanelsTopLeft />}
        title="This page is past the end"
        action={<Button onClick={onClear}>Go to the first page</Button>}
      >
        There are fewer pages of layouts than that.
      </EmptyState>
    );
  }
  if (reason === "filtered") {
    return (
      <EmptyState
        icon={<PanelsTopLeft />}
        title="No layouts match"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        No layout has that in its name or identifier.
      </EmptyState>
    );
  }
  const development = readOnly ? environments.find((environment) => !isProduction(environment)) : undefined;
  return (
    <EmptyState
      icon={<PanelsTopLeft />}
      title="No layouts yet"
      action={
        development ? (
          <Button variant="primary" onClick={() => switchTo(development._id)}>
            {`Switch to ${development.name}`}
          </Button>
        ) : (
          create
        )
      }
    >
      {readOnly
        ? `Layouts are made in ${development?.name ?? "Development"} and published from there.`
        : "A layout is the frame around the content of emails: its head, its foot, and what is the same in all of them."}
    </EmptyState>
  );
}
