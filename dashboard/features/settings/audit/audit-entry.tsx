import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AuditLog } from "#contract/accounts/audit-logs.ts";
import { WithRowId } from "#dashboard/components/controls/copy-button.tsx";
import { Diff } from "#dashboard/components/display/diff.tsx";
import { exactTime } from "#dashboard/components/display/relative-time.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { actionText, actorText, entityText } from "./audit-texts.ts";

/** One entry of the audit log: who, from where, and each changed field before and after. */
export function AuditEntry({ entryId, onClose }: { entryId: string; onClose: () => void }) {
  const { read } = useEnvironment();
  const query = useQuery(read("auditLogs.list", { id: entryId, limit: 1 }));
  const entry = query.data?.data[0];
  return (
    <Dialog
      open
      wide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={entry ? actionText(entry.action) : "Entry of the audit log"}
    >
      <QueryResult query={query} skeleton={<Skeleton className="h-48 w-full" />}>
        {() =>
          entry ? (
            <>
              <Facts entry={entry} />
              <Changes entry={entry} />
            </>
          ) : (
            <p className="text-muted">This entry is not kept any more.</p>
          )
        }
      </QueryResult>
    </Dialog>
  );
}

function Facts({ entry }: { entry: AuditLog }) {
  const { nameOf } = useEnvironment();
  const { actor, entity, from, createdAt, _environmentId } = entry;
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact name="Who">
        <span dir="auto" translate="no" className="wrap-anywhere">
          {actorText(entry)}
        </span>
        {actor.kind !== "key" && actor.name && actor.email && (
          <span className="block text-xs text-muted wrap-anywhere" translate="no">
            {actor.email}
          </span>
        )}
        {actor.kind === "key" && actor.name && (
          <span className="block text-xs text-muted wrap-anywhere">{`Key of ${actor.name}`}</span>
        )}
      </Fact>
      <Fact name="When">{exactTime(createdAt)}</Fact>
      <Fact name={entityText(entity.type)}>
        {entity.name && (
          <span dir="auto" translate="no" className="block wrap-anywhere">
            {entity.name}
          </span>
        )}
        {entity.id && (
          <WithRowId value={entity.id} what="id">
            <Link
              to="/settings/audit-log"
              search={{ entityType: entity.type, entityId: entity.id }}
              className="font-mono text-xs text-accent underline wrap-anywhere"
              translate="no"
              title="Everything that was changed of it"
            >
              {entity.id}
            </Link>
          </WithRowId>
        )}
      </Fact>
      <Fact name="Environment">
        <span dir="auto" translate="no">
          {_environmentId === undefined ? "The whole organisation" : (nameOf(_environmentId) ?? "A deleted one")}
        </span>
      </Fact>
      <Fact name="From">
        <span translate="no">{from.address ?? "Not known"}</span>
        {from.userAgent && (
          <span className="block text-xs text-muted wrap-anywhere" translate="no">
            {from.userAgent}
          </span>
        )}
      </Fact>
      {from.requestId && (
        <Fact name="Request">
          <WithRowId value={from.requestId} what="request id">
            <span className="font-mono text-xs wrap-anywhere" translate="no">
              {from.requestId}
            </span>
          </WithRowId>
        </Fact>
      )}
    </dl>
  );
}

function Changes({ entry: { changes } }: { entry: AuditLog }) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return <p className="text-muted">No fields are recorded for it.</p>;
  return (
    <ul className="flex flex-col gap-3">
      {fields.map(([field, { before, after }]) => (
        <li key={field} className="flex min-w-0 flex-col gap-1">
          <span className="text-xs font-medium text-muted" translate="no">
            {field}
          </span>
          <Diff label={field} before={before ?? ""} after={after ?? ""} />
        </li>
      ))}
    </ul>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-0.5">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);
