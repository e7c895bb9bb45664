import type { COMPOSED_READS } from "./composed-reads.ts";
import type { OperationName } from "./operations.ts";

export type ComposedName = keyof typeof COMPOSED_READS;
export type ReadName = OperationName | ComposedName;

/** The wait until a read that failed is repeated: soon, so that a server that is back is not shown as away, and not without pause. */
export const FAILED_POLL_MS = 5_000;
const HALF_MINUTE_MS = 30_000;
const FOREVER = Number.POSITIVE_INFINITY;

export interface ReadDeclaration {
  staleTime?: number;
  gcTime?: number;
  retry?: false;
  pollMs?: number;
  failedPollMs?: number;
  /** Keeps the rows of the previous search on screen while those of the next one load, so that nothing jumps. */
  keepsRows?: true;
}

/**
 * An editor is what changes its object; a version of somebody else is found when it saves. Kept from the loader's read to the screen, which
 * would read it a second time, and not for the next visit.
 */
const EDITED: ReadDeclaration = { staleTime: FOREVER, gcTime: 1_000 };
const LIST: ReadDeclaration = { keepsRows: true };
/** A key for each pause in typing. */
const TYPED_MS = 10_000;

/** Reads that are kept, polled or shown in another way than the others. */
export const READS: Partial<Record<ReadName, ReadDeclaration>> = {
  "health.get": { pollMs: HALF_MINUTE_MS, failedPollMs: FAILED_POLL_MS },
  "health.getSystem": { pollMs: HALF_MINUTE_MS, failedPollMs: FAILED_POLL_MS },
  "overview.get": { pollMs: HALF_MINUTE_MS, keepsRows: true },
  "integrations.listHealth": { pollMs: HALF_MINUTE_MS, failedPollMs: FAILED_POLL_MS },
  // Belfry switches an endpoint off that fails for long.
  "webhookEndpoints.get": { pollMs: FAILED_POLL_MS },
  // Once per session: signing out clears the cache.
  membership: { staleTime: FOREVER },
  // Its count of publications that wait is shown beside every screen.
  "organizations.list": { staleTime: 60_000, pollMs: 60_000 },
  "blueprints.offered": { staleTime: FOREVER },
  "auditLogs.list": LIST,
  "failureGroups.list": LIST,
  "messages.list": LIST,
  "waiting.list": LIST,
  "notifications.list": LIST,
  "outbox.list": LIST,
  "pauses.list": LIST,
  "requests.list": LIST,
  "translations.listGroups": LIST,
  "v2.workflows.list": LIST,
  "v2.layouts.list": LIST,
  "v2.subscribers.list": LIST,
  "v2.subscribers.listSubscriptions": LIST,
  "v2.topics.list": LIST,
  "v2.topics.listSubscriptions": LIST,
  "schedules.list": LIST,
  "tenants.list": LIST,
  "v2.contexts.list": LIST,
  "v2.workflows.edited": EDITED,
  "v2.layouts.edited": EDITED,
  "v2.workflows.definition": { staleTime: 0 },
  "notifications.payloads": { staleTime: 60_000 },
  "previews.step": { gcTime: TYPED_MS },
  // There may be newer events each time.
  "previews.conditions": { staleTime: 0, gcTime: TYPED_MS },
  // Runs on demand; never refetched.
  "previews.wait": { staleTime: FOREVER, gcTime: TYPED_MS },
  "previews.branding": { staleTime: FOREVER, gcTime: TYPED_MS, keepsRows: true },
  "previews.layout": { staleTime: FOREVER, gcTime: TYPED_MS, keepsRows: true },
  "v2.waits.previewDates": { gcTime: TYPED_MS, keepsRows: true },
  // The application answers, at each look.
  "bridge.previewStep": { staleTime: 0, gcTime: 0, retry: false },
};

/** Resources that are the same in all environments. */
const SHARED: ReadonlySet<string> = new Set([
  "apiKeys",
  "auditLogs",
  "auth",
  "blueprints",
  "environments",
  "health",
  "membership",
  "organizations",
  "publications",
]);
export const isShared = (name: string): boolean => SHARED.has(name.split(".", 1)[0] ?? "");
