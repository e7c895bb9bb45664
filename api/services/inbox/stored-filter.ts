import type { NotificationFilter } from "#contract/inbox/inbox-notifications.ts";
import type { NotificationFilter as StoredFilter } from "#db/queries/messages/notification-filter.ts";

/** A filter of a call under the names of what is stored. */
export const storedFilter = ({
  tags,
  data,
  severity,
  feedIdentifier,
  createdGte,
  createdLte,
  ...flags
}: NotificationFilter): StoredFilter => ({
  ...flags,
  tags: tags?.groups,
  data: data?.conditions,
  severities: severity?.severities,
  feeds: feedIdentifier?.identifiers,
  createdFrom: createdGte,
  createdTo: createdLte,
});
