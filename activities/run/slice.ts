import type { StoredRequest } from "#db/queries/http-requests/http-requests.ts";
import type { ChosenIntegration } from "./chosen-integration.ts";
import type { DecisionDeps } from "./decision-deps.ts";
import type { DecisionStore } from "./decision-store.ts";
import type { DecisionTrace } from "./decision-trace.ts";
import type { BridgedResult } from "./host-results.ts";
import type { Member } from "./member.ts";
import type { PinnedEvent } from "./pinned-event.ts";
import type { SharedView } from "./template-views.ts";
import type { WebhookAnswers } from "./webhook-answers.ts";

/** Some members of a cohort that are decided together, and what they share. Deciding writes nothing but by `store`. */
export interface Slice extends PinnedEvent {
  deps: Pick<DecisionDeps, "logger" | "renderer" | "clock" | "config">;
  store: DecisionStore;
  /** Notes how it is decided, where somebody wants to know. */
  trace?: DecisionTrace;
  context: SharedView;
  /** The moment at which the slice was read: one for all decisions. */
  now: Date;
  members: readonly Member[];
  /** Chosen once for the slice: `choiceKey`. */
  integrations: Map<string, Promise<ChosenIntegration | { none: unknown }>>;
  /** Asked before the slice is decided, for each member at the step at which it stands: `askedKey`. */
  webhooks: Map<string, WebhookAnswers>;
  /** Results of executing steps at their bridge, likewise. */
  bridged: Map<string, BridgedResult>;
  /** The requests of HTTP steps, likewise: what is stored, when to ask for a slot again, or why it cannot be sent. */
  requests: Map<string, StoredRequest | { retryInMs: number } | { problem: string }>;
}
