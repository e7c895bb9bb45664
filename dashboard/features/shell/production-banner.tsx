import { Lock } from "lucide-react";
import type { Environment } from "#contract/accounts/environments.ts";
import { isProduction } from "#dashboard/app/membership.ts";
import { Button } from "#dashboard/components/controls/button.tsx";

interface ProductionBannerProps {
  current: Environment;
  /** Of the member. Content is edited in the one that is not Production. */
  environments: readonly Environment[];
  onEdit: (environmentId: string) => void;
}

/** Above what is read-only, because it comes from another environment by publishing. */
export function ProductionBanner({ current: { name }, environments, onEdit }: ProductionBannerProps) {
  const editedIn = environments.find((environment) => !isProduction(environment));
  return (
    <section
      aria-label="Read-only"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-warning-soft px-4 py-1.5 text-warning lg:px-6"
    >
      <Lock className="size-4 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
        {editedIn
          ? `${name} is read-only. Edit in ${editedIn.name}, then publish.`
          : `${name} is read-only: publish to change it.`}
      </p>
      {editedIn && (
        <Button className="max-w-full" onClick={() => onEdit(editedIn._id)}>
          <span className="truncate">{`Edit in ${editedIn.name}`}</span>
        </Button>
      )}
    </section>
  );
}
