import { Lock } from "lucide-react";
import { EmptyState } from "./empty-state.tsx";

/** In place of a screen for which the member's role has no permission. `to` completes "Your role does not allow you to ...". */
export function NoAccess({ to }: { to: string }) {
  return (
    <EmptyState icon={<Lock />} title="No access">
      Your role does not allow you to {to}. An admin of the organisation can give you another one.
    </EmptyState>
  );
}
