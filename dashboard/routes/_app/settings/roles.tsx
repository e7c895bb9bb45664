import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { NEW_ROLE, RoleDialog } from "#dashboard/features/settings/roles/role-dialog.tsx";
import { RoleList } from "#dashboard/features/settings/roles/role-list.tsx";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/settings/roles")({ component: RolesPage });

function RolesPage() {
  const { may } = useEnvironment();
  const query = useRead("organizations.listRoles");
  const [creating, setCreating] = useState(() => isKept(NEW_ROLE));
  const create = may("roles.manage") && (
    <Button variant="primary" data-primary-create onClick={() => setCreating(true)}>
      New role
    </Button>
  );
  return (
    <SettingsLayout path="/settings/roles" actions={create}>
      <p className="text-muted">A role decides what members and API keys may do.</p>
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {(roles) => <RoleList roles={roles} />}
      </QueryResult>
      {creating && <RoleDialog onClose={() => setCreating(false)} />}
    </SettingsLayout>
  );
}
