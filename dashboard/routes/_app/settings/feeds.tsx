import { createFileRoute } from "@tanstack/react-router";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { FeedList } from "#dashboard/features/settings/feeds/feed-list.tsx";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { FormButton } from "#dashboard/forms/form-button.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the page's first load.
const NameForm = lazyNamed(() => import("#dashboard/features/settings/name-form.tsx"), "NameForm");

export const Route = createFileRoute("/_app/settings/feeds")({ component: FeedsPage });

function FeedsPage() {
  const { may, readOnly, write } = useEnvironment();
  const query = useRead("feeds.get");
  const mayEdit = may("content.edit") && !readOnly;
  const create = mayEdit && (
    <FormButton creates text="New feed" title="New feed" height="h-24" keptName="new-feed">
      {({ keptName, close }) => (
        <NameForm
          keptName={keptName}
          hint="It is the feed's identifier, too, and cannot be changed"
          action="Create feed"
          send={async (name) => {
            await write("feeds.create", name);
            close();
            showToast({ tone: "success", text: `${name} was created` });
          }}
        />
      )}
    </FormButton>
  );
  return (
    <SettingsLayout path="/settings/feeds" actions={create}>
      <p className="text-muted">Named parts of inboxes, to which in-app steps send.</p>
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {(feeds) => <FeedList feeds={feeds} mayEdit={mayEdit} />}
      </QueryResult>
    </SettingsLayout>
  );
}
