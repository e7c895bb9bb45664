import type { SearchResult } from "#contract/search.ts";
import type { FoundMessage, FoundRun } from "#db/queries/search/search-activity.ts";
import type { FoundEndpoint, FoundIntegration } from "#db/queries/search/search-content.ts";
import type { FoundSubscriber, FoundTenant, FoundTopic } from "#db/queries/search/search-people.ts";
import type { SearchText } from "#db/queries/search/search-text.ts";
import { personName } from "#domain/values/person-name.ts";
import { idSlug } from "#domain/values/short-id.ts";
import { withoutNulls } from "./fields.ts";

type Row<T> = (row: T) => SearchResult;
type Named = { id: string; name: string; identifier: string };

const isId = (text: SearchText, ...values: (string | null)[]): boolean => values.includes(text.text);
const isOwnId = (text: SearchText, id: string): boolean => text.id === id;

export const workflowResult =
  (text: SearchText): Row<Named> =>
  ({ id, name, identifier }) => ({
    kind: "workflow",
    _id: id,
    title: name,
    subtitle: identifier,
    isExact: isOwnId(text, id) || isId(text, identifier),
    slug: idSlug(name, "wf_", id),
    workflowId: identifier,
  });

const identified =
  (kind: "layout" | "translation_group") =>
  (text: SearchText): Row<Named> =>
  ({ id, name, identifier }) => ({
    kind,
    _id: id,
    title: name,
    subtitle: identifier,
    isExact: isOwnId(text, id) || isId(text, identifier),
    identifier,
  });
export const layoutResult = identified("layout");
export const translationGroupResult = identified("translation_group");

export const subscriberResult =
  (text: SearchText): Row<FoundSubscriber> =>
  ({ id, subscriberId, email, phone, ...person }) => {
    const name = personName(person);
    const known = [name === null ? null : subscriberId, email, phone].filter((part) => part !== null);
    return {
      kind: "subscriber",
      _id: id,
      title: name ?? subscriberId,
      ...(known.length > 0 && { subtitle: known.join(" · ") }),
      isExact: isOwnId(text, id) || isId(text, subscriberId, phone) || email?.toLowerCase() === text.lower,
      subscriberId,
    };
  };

export const topicResult =
  (text: SearchText): Row<FoundTopic> =>
  ({ id, key, name }) => ({
    kind: "topic",
    _id: id,
    title: name,
    subtitle: key,
    isExact: isOwnId(text, id) || isId(text, key),
    key,
  });

export const tenantResult =
  (text: SearchText): Row<FoundTenant> =>
  ({ id, identifier, name }) => ({
    kind: "tenant",
    _id: id,
    title: name ?? identifier,
    ...(name !== null && { subtitle: identifier }),
    isExact: isOwnId(text, id) || isId(text, identifier),
    identifier,
  });

export const integrationResult =
  (text: SearchText): Row<FoundIntegration> =>
  ({ id, name, identifier, channel, providerId }) => ({
    kind: "integration",
    _id: id,
    title: name,
    subtitle: `${providerId} · ${channel}`,
    isExact: isOwnId(text, id) || isId(text, identifier),
    identifier,
  });

export const endpointResult =
  (text: SearchText): Row<FoundEndpoint> =>
  ({ id, url, description }) => {
    const address = withoutSecrets(url);
    return {
      kind: "webhook_endpoint",
      _id: id,
      title: description || address,
      ...(description && { subtitle: address }),
      isExact: isOwnId(text, id) || isId(text, url),
    };
  };

/** An address without what may be a secret of the customer's. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

const workflowFields = ({ transactionId, workflowIdentifier, subscriberId }: FoundRun) => ({
  transactionId,
  workflowId: workflowIdentifier,
  ...withoutNulls({ subscriberId }),
});

export const runResult =
  (text: SearchText): Row<FoundRun> =>
  (run) => ({
    kind: "run",
    _id: run.id,
    title: run.workflowName,
    subtitle: [run.transactionId, run.subscriberId].filter(Boolean).join(" · "),
    isExact: isOwnId(text, run.id) || isId(text, run.transactionId),
    ...workflowFields(run),
  });

export function messageResult(message: FoundMessage): SearchResult {
  const { id, runId, channel, subject, title, workflowName, subscriberId } = message;
  return {
    kind: "message",
    _id: id,
    title: subject || title || workflowName,
    subtitle: [channel, subscriberId].filter(Boolean).join(" · "),
    isExact: true,
    _notificationId: runId,
    ...workflowFields(message),
  };
}
