import type { Environment } from "#contract/accounts/environments.ts";
import { isProduction } from "#dashboard/app/membership.ts";
import { classNames } from "../class-names.ts";

/** The dot of an environment in the colour that a member gave it, else in that of its kind. */
export function EnvironmentDot({ environment }: { environment: Environment | undefined }) {
  const isAmber = environment !== undefined && isProduction(environment);
  const color = environment?.color;
  return (
    <span
      aria-hidden="true"
      style={color ? { backgroundColor: color } : undefined}
      className={classNames("size-2.5 shrink-0 rounded-full", !color && (isAmber ? "bg-warning" : "bg-accent"))}
    />
  );
}
