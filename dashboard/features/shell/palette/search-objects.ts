import type { Belfry } from "#client/client.ts";
import type { SearchResult } from "#contract/search.ts";
import type { FoundObject } from "#dashboard/objects.ts";

/** Most results of each kind. */
const LIMIT = 5;

interface SearchOptions {
  environmentId: string | undefined;
  signal: AbortSignal;
}

/** Returns the objects of an environment that a text names, of those kinds that have a screen; whole ids first. */
export async function searchObjects(api: Belfry, text: string, options: SearchOptions): Promise<FoundObject[]> {
  const found = await api.search.find({ query: text, limit: LIMIT }, options);
  return found.flatMap((result) => {
    const object = objectOf(result);
    return object ? [object] : [];
  });
}

function objectOf({
  kind,
  _id,
  title,
  subtitle = "",
  workflowId,
  identifier,
  subscriberId,
  key,
  transactionId,
  _notificationId,
}: SearchResult) {
  switch (kind) {
    case "workflow":
      return { kind, id: _id, title, subtitle: workflowId ?? subtitle } satisfies FoundObject;
    case "layout":
      return { kind, id: _id, title, subtitle: identifier ?? subtitle } satisfies FoundObject;
    case "translation_group":
      return { kind, id: identifier ?? _id, title, subtitle } satisfies FoundObject;
    case "subscriber":
      return { kind, id: subscriberId ?? _id, title, subtitle: subscriberId ?? subtitle } satisfies FoundObject;
    case "topic":
      return { kind, id: key ?? _id, title, subtitle: key ?? subtitle } satisfies FoundObject;
    case "tenant":
      return { kind, id: identifier ?? _id, title, subtitle: identifier ?? subtitle } satisfies FoundObject;
    case "run":
      return { kind, id: _id, title, subtitle: transactionId ?? subtitle } satisfies FoundObject;
    // A message is shown on the page of its run.
    case "message":
      return _notificationId === undefined
        ? undefined
        : ({ kind: "run", id: _notificationId, title, subtitle } satisfies FoundObject);
    default:
      return undefined;
  }
}
