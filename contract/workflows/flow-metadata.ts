import { z } from "zod";
import {
  BRANCHES_MAX,
  HTTP_BODY_MAX,
  HTTP_HEADER_MAX,
  HTTP_HEADERS_MAX,
  HTTP_TIMEOUT_SECONDS_MAX,
  HTTP_URL_MAX,
  IDENTIFIER_MAX,
  NAME_MAX,
  PATH_MAX,
  SIGNAL_NAME_MAX,
  STEP_UUID_MAX,
  THROTTLE_LIMIT_MAX,
} from "../constants/limits.ts";
import { HTTP_METHODS } from "../constants/values/http.ts";
import { DOCUMENT_DEPTH_MAX, isNestedDeeper } from "../constants/values/json-depth.ts";
import { TIME_UNITS } from "../constants/values/time.ts";
import { isWebAddress } from "../constants/values/web-address.ts";
import { exactTextUpTo, nameText, nameUpTo, textUpTo } from "../schemas/common.ts";
import { Filter } from "../schemas/conditions.ts";

/* Metadata of the steps that throttle, branch, wait for events and send HTTP requests. `type` is the step's own type. */

const path = () => exactTextUpTo(PATH_MAX);

/**
 * Lets at most `limit` runs of a subscriber pass in one window; the others end. A window begins with the first run that
 * passes. It has a fixed length, or ends as the payload says at `windowPath`: an ISO date, or `{amount, unit}`.
 */
const Throttle = z.object({
  type: z.literal("throttle"),
  limit: z.number(),
  amount: z.number().optional(),
  unit: z.enum(TIME_UNITS).optional(),
  windowPath: z.string().optional(),
  /** Dotted path into the payload: runs with another value there are counted apart. */
  throttleKey: z.string().optional(),
});

/** Sends a request, of which address, headers and the texts in the body are templates. */
const HttpRequest = z.object({
  type: z.literal("http"),
  method: z.enum(HTTP_METHODS),
  url: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Sent as JSON. A text is a template whose rendered text is the JSON. */
  body: z.unknown().optional(),
  timeoutSeconds: z.number().optional(),
});

/** Waits for a signal, or for another event of a workflow, for the same subscriber, until the time is over. */
const WaitForEvent = z.object({
  type: z.literal("wait_for_event"),
  amount: z.number(),
  unit: z.enum(TIME_UNITS),
  signal: z.string().optional(),
  workflowIdentifier: z.string().optional(),
  /** Dotted path: both payloads must have the same value there. */
  matchPath: z.string().optional(),
});

const BranchCase = z.object({ branchId: z.string(), name: z.string().optional(), filters: z.array(Filter) });

/** Chooses the first branch whose conditions pass, else the default one. Later steps name their branch by its id. */
const Branch = z.object({
  type: z.literal("branch"),
  branches: z.array(BranchCase),
  defaultBranchId: z.string(),
});

export const FLOW_METADATA = [Throttle, HttpRequest, WaitForEvent, Branch] as const;
export type ThrottleMetadata = z.infer<typeof Throttle>;
export type HttpMetadata = z.infer<typeof HttpRequest>;
export type WaitMetadata = z.infer<typeof WaitForEvent>;
export type BranchMetadata = z.infer<typeof Branch>;

/** Types whose metadata is one of these. */
export const FLOW_STEP_TYPES = ["throttle", "http", "wait_for_event", "branch"] as const;
type FlowStepType = (typeof FLOW_STEP_TYPES)[number];

export const isFlowStepType = (type: string): type is FlowStepType => FLOW_STEP_TYPES.some((one) => one === type);

const wholeUpTo = (max: number) => {
  const error = `must be a whole number from 1 to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(1, { error }).max(max, { error });
};

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers that follow from the request itself. */
const OWN_HEADERS = [
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "upgrade",
  "te",
  "trailer",
];

const headers = z
  .record(z.string(), textUpTo(HTTP_HEADER_MAX))
  .refine((given) => Object.keys(given).length <= HTTP_HEADERS_MAX, {
    error: `must have no more than ${HTTP_HEADERS_MAX} headers`,
  })
  .superRefine((given, context) => {
    for (const name of Object.keys(given)) {
      const message = !headerName.test(name)
        ? "must have names that an HTTP header may have, such as X-Order"
        : OWN_HEADERS.includes(name.toLowerCase())
          ? "must not be set: it follows from the request"
          : undefined;
      if (message) context.addIssue({ code: "custom", path: headerName.test(name) ? [name] : [], message });
    }
  });

const body = z.unknown().superRefine((given, context) => {
  if (given === undefined || given === null) return;
  if (isNestedDeeper(given)) {
    context.addIssue({ code: "custom", message: `must not be nested more than ${DOCUMENT_DEPTH_MAX} levels deep` });
  } else if (JSON.stringify(given).length > HTTP_BODY_MAX) {
    context.addIssue({ code: "custom", message: `must be at most ${HTTP_BODY_MAX} characters of JSON` });
  }
});

const branchId = () => nameUpTo(STEP_UUID_MAX);

/** Fields of these steps as they are sent; which are needed depends on the step's type. */
export const flowInput = {
  limit: wholeUpTo(THROTTLE_LIMIT_MAX).optional(),
  windowPath: path().optional(),
  throttleKey: path().optional(),
  method: z.enum(HTTP_METHODS).optional(),
  url: textUpTo(HTTP_URL_MAX).optional(),
  headers: headers.optional(),
  body: body.optional(),
  timeoutSeconds: wholeUpTo(HTTP_TIMEOUT_SECONDS_MAX).optional(),
  signal: exactTextUpTo(SIGNAL_NAME_MAX).optional(),
  workflowIdentifier: exactTextUpTo(IDENTIFIER_MAX).optional(),
  matchPath: path().optional(),
  branches: z
    .array(
      z.object({
        branchId: branchId(),
        name: exactTextUpTo(NAME_MAX).optional(),
        filters: z.array(Filter).default([]),
      }),
      { error: "must be an array" },
    )
    .max(BRANCHES_MAX, { error: `must contain no more than ${BRANCHES_MAX} elements` })
    .optional(),
  defaultBranchId: branchId().optional(),
};

export interface MetadataIssue {
  /** Dotted path inside the metadata: `timed.atTime`. */
  field: string;
  reason: string;
}

const FlowInput = z.object({
  type: nameText().optional(),
  amount: z.number().optional(),
  unit: z.string().optional(),
  ...flowInput,
});
type FlowInput = z.infer<typeof FlowInput>;

export const missing = (field: string, reason: string): MetadataIssue => ({
  field,
  reason: `should not be empty: ${reason}`,
});

/** Returns what is missing or wrong in the metadata of one of these steps. */
export function flowIssues(stepType: FlowStepType, metadata: FlowInput): MetadataIssue[] {
  const { type } = metadata;
  if (type && type !== stepType) return [{ field: "type", reason: `must be ${stepType}, as the step is, or left out` }];
  switch (stepType) {
    case "throttle":
      return throttleIssues(metadata);
    case "http":
      return httpIssues(metadata);
    case "wait_for_event":
      return waitIssues(metadata);
    case "branch":
      return branchIssues(metadata);
  }
}

function throttleIssues({ limit, amount, unit, windowPath }: FlowInput): MetadataIssue[] {
  return [
    ...(limit ? [] : [missing("limit", "a throttle needs how many runs may pass in one window, such as 3")]),
    ...(windowPath && (amount || unit)
      ? [{ field: "windowPath", reason: "must be left out where amount and unit say how long a window is" }]
      : []),
    ...(windowPath || amount
      ? []
      : [missing("amount", "a throttle needs how long its window is: an amount and a unit, or a windowPath")]),
    ...(windowPath || unit
      ? []
      : [missing("unit", `a throttle needs how long its window is, in one of ${TIME_UNITS.join(", ")}`)]),
  ];
}

/** An address that is made by a template can be checked only when it is rendered. */
const isHttpUrl = (url: string): boolean =>
  url.includes("{") ? /^\s*(?:https?:\/\/|\{)/i.test(url) : isWebAddress(url.trim());

function httpIssues({ method, url, body: given }: FlowInput): MetadataIssue[] {
  return [
    ...(method ? [] : [missing("method", `an HTTP step needs a method, which is one of ${HTTP_METHODS.join(", ")}`)]),
    ...(url ? [] : [missing("url", "an HTTP step needs an address, such as https://example.com/orders")]),
    ...(url && !isHttpUrl(url)
      ? [{ field: "url", reason: "must be an http or https address, such as https://example.com/orders" }]
      : []),
    ...(method === "GET" && given !== undefined && given !== null
      ? [{ field: "body", reason: "must be left out: a GET request has none" }]
      : []),
  ];
}

function waitIssues({ amount, unit, signal, workflowIdentifier }: FlowInput): MetadataIssue[] {
  return [
    ...(amount ? [] : [missing("amount", "a wait needs an amount and a unit, after which it ends without an event")]),
    ...(unit ? [] : [missing("unit", `a wait needs a time in one of ${TIME_UNITS.join(", ")}`)]),
    ...(signal || workflowIdentifier
      ? []
      : [missing("signal", "a wait needs the name of a signal, or the workflowIdentifier of a workflow")]),
    ...(signal && workflowIdentifier
      ? [{ field: "workflowIdentifier", reason: "must be left out where a signal is awaited" }]
      : []),
  ];
}

function branchIssues({ branches, defaultBranchId }: FlowInput): MetadataIssue[] {
  const cases = branches ?? [];
  return [
    ...(cases.length > 0 ? [] : [missing("branches", "a branch step needs at least one branch with conditions")]),
    ...(defaultBranchId
      ? []
      : [missing("defaultBranchId", "a branch step needs a default branch, for when no conditions pass")]),
    ...cases.flatMap(({ filters }, index) =>
      filters.some(({ children }) => children.length > 0)
        ? []
        : [missing(`branches.${index}.filters`, "a branch needs conditions; the default branch is the one without")],
    ),
  ];
}

const FlowMetadata = z.discriminatedUnion("type", FLOW_METADATA);

/** The metadata of one of these steps, without the fields that mean nothing to it. */
export function flowMetadataOf(stepType: FlowStepType, metadata: FlowInput): z.infer<typeof FlowMetadata> | undefined {
  const given = Object.fromEntries(
    Object.entries({ ...metadata, type: stepType }).filter(
      ([, value]) => value !== undefined && value !== null && value !== "",
    ),
  );
  const branches = metadata.branches?.map(({ name, ...branch }) => ({ ...branch, ...(name && { name }) }));
  const parsed = FlowMetadata.safeParse({ ...given, ...(branches && { branches }) });
  return parsed.success ? parsed.data : undefined;
}
