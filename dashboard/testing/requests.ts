import type { Request, RequestDetails } from "#contract/activity/requests.ts";
import { DEVELOPMENT, organization } from "./fixtures.ts";

export const REQUEST_ID = "00000000-0000-4000-8000-0000000000a7";

/** A trigger that was refused. */
export const aRequest = (more: Partial<Request> = {}): Request => ({
  _id: REQUEST_ID,
  id: REQUEST_ID,
  _environmentId: DEVELOPMENT,
  _organizationId: organization._id,
  createdAt: "2026-01-05T10:00:00.000Z",
  method: "POST",
  route: "/v1/events/trigger",
  path: "/v1/events/trigger",
  status: 400,
  durationMs: 12,
  apiKey: { _id: "00000000-0000-4000-8000-0000000000a8", name: "Orders", end: "a1b2" },
  requestId: "req-1",
  events: [],
  isReplay: false,
  error: { code: "invalid_input", messages: ["to should not be empty"], fields: { to: ["to should not be empty"] } },
  ...more,
});

/** The same with what was sent and answered. */
export const aRecordedRequest = (more: Partial<RequestDetails> = {}): RequestDetails => ({
  ...aRequest(),
  events: [],
  userAgent: "belfry-client/1.0",
  contentType: "application/json",
  body: { text: '{"name":"order-shipped"}', isCut: false, bytes: 24 },
  answer: { text: '{"statusCode":400}', isCut: false, bytes: 18 },
  ...more,
});

/** A page of the list. */
export const requestsOf = (...data: Request[]) => ({ data, next: null, unrecorded: { calls: 0, lastHour: null } });
