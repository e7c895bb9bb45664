import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { AuditList } from "#dashboard/features/settings/audit/audit-list.tsx";
import { AuditSearch } from "#dashboard/features/settings/audit/audit-search.ts";
import { ExportButton } from "#dashboard/features/settings/audit/export-button.tsx";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";

export const Route = createFileRoute("/_app/settings/audit-log")({
  validateSearch: AuditSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(AuditSearch))] },
  component: AuditLogPage,
});

function AuditLogPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <SettingsLayout path="/settings/audit-log" allows="read the audit log" actions={<ExportButton search={search} />}>
      <AuditList search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />
    </SettingsLayout>
  );
}
