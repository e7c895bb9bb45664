import type { Publication } from "#contract/workflows/publications.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { ActionBadge, ChangeSentences, KindIcon, namesText, PublicationState } from "./item-texts.tsx";
import { PublicationActions } from "./publication-actions.tsx";

type Item = Publication["items"][number];

const COLUMNS: readonly Column<Item>[] = [
  {
    id: "name",
    name: "Name",
    className: "sm:w-1/3 sm:max-w-0",
    cell: ({ kind, name, identifier }) => (
      <span className="flex min-w-0 gap-2">
        <KindIcon kind={kind} />
        <span className="min-w-0">
          <span dir="auto" translate="no" className="block truncate font-medium">
            {name}
          </span>
          <code translate="no" className="block truncate font-mono text-xs text-muted">
            {identifier}
          </code>
        </span>
      </span>
    ),
  },
  {
    id: "action",
    name: "State",
    className: "whitespace-nowrap",
    cell: ({ action }) => <ActionBadge action={action} />,
  },
  { id: "changes", name: "What changes", cell: ({ changes }) => <ChangeSentences changes={changes} /> },
  { id: "result", name: "Result", cell: (item) => <Result item={item} /> },
];

function Result({ item: { result, revertedAt } }: { item: Item }) {
  if (revertedAt !== undefined) {
    return (
      <span>
        Reverted <RelativeTime moment={revertedAt} />
      </span>
    );
  }
  if (!result) return <span className="text-muted">Not published</span>;
  if (result.error !== undefined) return <span className="text-danger wrap-anywhere">{result.error}</span>;
  return <span>{result.action === "skipped" ? "Was the same already" : "Published"}</span>;
}

/** A publication: who asked for it, who approved it, and what became of each item. */
export function PublicationDetails({ publication }: { publication: Publication }) {
  const { nameOf } = useEnvironment();
  const { items, note, sourceEnvironmentId, targetEnvironmentId, requestedBy, decidedBy, revertedBy } = publication;
  const source = nameOf(sourceEnvironmentId) ?? DELETED;
  const target = nameOf(targetEnvironmentId) ?? DELETED;
  const title = namesText(items);
  return (
    <Page
      wide
      isName
      title={title}
      tabTitle={`${title} · Changes`}
      aside={<PublicationState publication={publication} />}
      actions={<PublicationActions publication={publication} target={target} />}
      summary={
        <>
          <p translate="no">{`${source} → ${target}`}</p>
          {note && <p dir="auto">{note}</p>}
        </>
      }
    >
      <ul className="flex flex-col gap-1 text-muted">
        <Act verb={publication.state === "published" && !decidedBy ? "Published" : "Asked for"} by={requestedBy} />
        {decidedBy && <Act verb={publication.state === "declined" ? "Declined" : "Approved"} by={decidedBy} />}
        {revertedBy && <Act verb="Reverted" by={revertedBy} />}
      </ul>
      {publication.reason && (
        <p dir="auto" className="wrap-anywhere">
          {publication.reason}
        </p>
      )}
      <Table label="Items" columns={COLUMNS} rows={items} rowId={({ _id }) => _id} />
    </Page>
  );
}

const DELETED = "a deleted environment";

function Act({ verb, by: { name, keyEnd, at } }: { verb: string; by: Publication["requestedBy"] }) {
  return (
    <li>
      {`${verb} by `}
      <span dir="auto" translate="no">
        {name}
      </span>
      {keyEnd !== undefined && <span>{` with the API key …${keyEnd}`}</span>}
      <span>, </span>
      <RelativeTime moment={at} />
    </li>
  );
}
