import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { DATA_KINDS } from "#contract/constants/imports.ts";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { NoAccessPage } from "#dashboard/components/feedback/no-access.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { ImportFile } from "#dashboard/features/imports/import-file.tsx";
import { KINDS } from "#dashboard/features/imports/import-texts.ts";
import { searchSchema, textParam } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const TITLE = "Import a file";
const OPTIONS = DATA_KINDS.map((id) => ({ id, text: KINDS[id].name }));

export const Route = createFileRoute("/_app/imports/new")({
  // Every first load has the schemas of searches: the kinds are not part of it.
  validateSearch: searchSchema({ kind: textParam }),
  search: { middlewares: [stripSearchParams({ kind: "" })] },
  component: NewImportPage,
});

function NewImportPage() {
  const search = Route.useSearch();
  const kind = DATA_KINDS.find((each) => each === search.kind) ?? "subscribers";
  const navigate = useNavigate({ from: Route.fullPath });
  const { may } = useEnvironment();
  if (!may("data.transfer")) return <NoAccessPage title={TITLE} to="import files" />;
  return (
    <Page title={TITLE} summary={<p>Nothing is written before you have seen what the file would change.</p>}>
      <Segmented
        label="What the file holds"
        value={kind}
        options={OPTIONS}
        onChange={(chosen) => void navigate({ search: { kind: chosen }, replace: true })}
      />
      <ImportFile key={kind} kind={kind} />
    </Page>
  );
}
