import { createFileRoute } from "@tanstack/react-router";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { GroupList } from "#dashboard/features/settings/groups/group-list.tsx";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { FormButton } from "#dashboard/forms/form-button.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the page's first load.
const NameForm = lazyNamed(() => import("#dashboard/features/settings/name-form.tsx"), "NameForm");

export const Route = createFileRoute("/_app/settings/groups")({ component: GroupsPage });

function GroupsPage() {
  const { may, readOnly, write } = useEnvironment();
  const query = useRead("notificationGroups.get");
  const mayEdit = may("content.edit") && !readOnly;
  const create = mayEdit && (
    <FormButton creates text="New group" title="New group" height="h-24" keptName="new-group">
      {({ keptName, close }) => (
        <NameForm
          keptName={keptName}
          action="Create group"
          send={async (name) => {
            await write("notificationGroups.create", name);
            close();
            showToast({ tone: "success", text: `${name} was created` });
          }}
        />
      )}
    </FormButton>
  );
  return (
    <SettingsLayout path="/settings/groups" actions={create}>
      <p className="text-muted">Groups in which workflows are ordered.</p>
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {(groups) => <GroupList groups={groups} mayEdit={mayEdit} />}
      </QueryResult>
    </SettingsLayout>
  );
}
