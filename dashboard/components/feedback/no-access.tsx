import { Lock } from "lucide-react";
import { Page } from "../page.tsx";
import { EmptyState } from "./empty-state.tsx";

/** In place of what the member's role has no permission for. `to` completes "Your role does not allow you to ...". */
export function NoAccess({ to }: { to: string }) {
  return (
    <EmptyState icon={<Lock />} title="No access">
      Your role does not allow you to {to}. An admin of the organisation can give you another one.
    </EmptyState>
  );
}

/** `NoAccess` in place of a whole screen, which keeps its title. */
export function NoAccessPage({ title, to }: { title: string; to: string }) {
  return (
    <Page title={title} wide>
      <NoAccess to={to} />
    </Page>
  );
}
