import type { RecordedText, Request, RequestDetails } from "#contract/activity/requests.ts";
import type { BroughtEventRow, FullRequestRow, RequestRow } from "#db/queries/activity/requests/list-requests.ts";
import { ownedFields, withoutNulls } from "../fields.ts";
import { moment } from "./digests.ts";

export function requestView(row: RequestRow): Request {
  const { method, route, path, status, durationMs, keyId, keyName, keyEnd, requestId, isReplay, error } = row;
  const duplicates = new Set(row.duplicateIds);
  return {
    ...ownedFields(row),
    createdAt: moment(row.createdAt),
    method,
    route,
    path,
    status,
    durationMs,
    apiKey: { _id: keyId, end: keyEnd, ...withoutNulls({ name: keyName }) },
    requestId,
    events: row.transactionIds.map((transactionId) => ({ transactionId, isDuplicate: duplicates.has(transactionId) })),
    isReplay,
    ...(error !== null && {
      error: { ...withoutNulls({ code: error.code }), messages: error.messages, fields: error.fields },
    }),
  };
}

export function requestDetailsView(row: FullRequestRow, events: readonly BroughtEventRow[]): RequestDetails {
  const { query, address, userAgent, contentType, idempotencyKey } = row;
  const known = new Map(events.map((event) => [event.transactionId, event]));
  const view = requestView(row);
  return {
    ...view,
    ...withoutNulls({ query, address, userAgent, contentType, idempotencyKey }),
    ...withoutNulls({
      body: textOf(row.body, row.bodyBytes, row.bodyIsCut),
      answer: textOf(row.answer, row.answerBytes, row.answerIsCut),
    }),
    events: view.events.map((event) => ({
      ...event,
      ...knownOf(known.get(event.transactionId), row, event.isDuplicate),
    })),
  };
}

const textOf = (text: string | null, bytes: number | null, isCut: boolean): RecordedText | null =>
  text === null ? null : { text, isCut, ...withoutNulls({ bytes }) };

function knownOf(event: BroughtEventRow | undefined, { id }: FullRequestRow, isDuplicate: boolean) {
  const { workflowId, workflow, workflowIdentifier, firstRequestId } = event ?? {};
  return {
    ...(isDuplicate && firstRequestId && firstRequestId !== id && { _duplicateOf: firstRequestId }),
    ...(workflowId &&
      workflow != null &&
      workflowIdentifier && { workflow: { _id: workflowId, identifier: workflowIdentifier, name: workflow } }),
  };
}
