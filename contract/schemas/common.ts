import { z } from "zod";
import { LOCALE_MAX, REFERENCE_MAX } from "../constants/limits.ts";
import { LOCALE_PATTERN, UUID_PATTERN } from "../constants/values/patterns.ts";
import { unstorableIssue } from "../constants/values/unstorable-text.ts";

/** An id made by Belfry. */
export const Id = z.string().regex(UUID_PATTERN, { error: "must be a UUID" });

/** ISO-8601 UTC with milliseconds. */
export const Moment = z.string();

/**
 * The text of a moment that a caller names, in ISO 8601 with a zone. Years are those that Postgres and JSON both know: in UTC, a zone
 * can lead out of them.
 */
export const givenMoment = (error: string) =>
  z.iso.datetime({ offset: true, error, abort: true }).refine(
    (text) => {
      const year = new Date(text).getUTCFullYear();
      return year >= 1 && year <= 9_999;
    },
    { error },
  );

/** Every single answer stands in a data wrapper. */
export function data<T extends z.ZodType>(schema: T) {
  return z.object({ data: schema });
}

/** The argument of `meta` that shows a body in the OpenAPI document. */
export const example = <T extends object>(body: T): { examples: T[] } => ({ examples: [body] });

/** Text of at most `max` characters. */
export const textUpTo = (max: number) => z.string().max(max, { error: `must be at most ${max} characters` });

/** The arguments of `refine` for text that is stored and looked up exactly as it was sent. */
export const storable = [
  (text: string) => unstorableIssue(text) === undefined,
  { error: ({ input }: { input?: unknown }) => unstorableIssue(String(input)) ?? "" },
] as const;

/** Text of at most `max` characters that is stored and looked up exactly as it was sent. */
export const exactTextUpTo = (max: number) => textUpTo(max).refine(...storable);

/** Text that names something. */
export const nameText = () =>
  z
    .string()
    .min(1, { error: "should not be empty" })
    .refine(...storable);

/** Text of a path or a query that names something. What nothing can be called is refused, what nothing is called is unknown. */
export const referenceUpTo = (max: number) => exactTextUpTo(max);

/** Id or identifier in a path. What names nothing is unknown, however it is spelled. */
export const PathReference = textUpTo(REFERENCE_MAX);

/** A name that people read, which is more than blanks. An id may be blanks. */
export const filledText = (max: number) =>
  exactTextUpTo(max).refine((text) => text.trim() !== "", { error: "should not be empty" });

export const nameUpTo = (max: number) => nameText().max(max, { error: `must be at most ${max} characters` });

const localeRule = [LOCALE_PATTERN, { error: "must be a locale such as en or pt-BR" }] as const;

/** A language of texts and people. */
export const Locale = textUpTo(LOCALE_MAX).regex(...localeRule);
/** The language of a person. Blanks around it are left out, as forms and files have them. */
export const OwnLocale = textUpTo(LOCALE_MAX)
  .trim()
  .regex(...localeRule);

/** A whole number from 1 on. */
export const wholeNumberUpTo = (max: number) => {
  const error = `must be a whole number from 1 to ${max}`;
  return z.int({ error }).min(1, { error }).max(max, { error });
};

/** A number in a query string; what is not a number is refused with the field's name. */
export const queryNumber = (fallback: number, min: number, max: number) =>
  z.coerce
    .number({ error: "must be an integer number" })
    .int({ error: "must be an integer number" })
    .min(min, { error: `must not be less than ${min}` })
    .max(max, { error: `must not be greater than ${max}` })
    .default(fallback);

/** `page` counts from 0, `limit` is the page's size. */
export const pageQuery = ({ limit = 10, max = 100 } = {}) => ({
  page: queryNumber(0, 0, 1_000_000),
  limit: queryNumber(limit, 1, max),
});

/** `true` and `false` arrive as text. Anything else counts as absent, as older clients send the text "undefined". */
export const queryBoolean = () =>
  z.preprocess(
    (value) => (value === "true" || value === true ? true : value === "false" || value === false ? false : undefined),
    z.boolean().optional(),
  );

/** `a=1`, `a=1&a=2` and `a[]=1&a[]=2` all mean a list; the query parser has already folded the brackets. */
export const queryList = (item: z.ZodType<string> = z.string()) =>
  z.preprocess(
    (value) => (value === undefined ? undefined : Array.isArray(value) ? value : [value]),
    z.array(item).optional(),
  );

/** Pages of family A: a full last page says `hasMore`. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ page: z.number(), pageSize: z.number(), hasMore: z.boolean(), data: z.array(item) });
}

/** Pages of family B, which also count. */
export function countedPage<T extends z.ZodType>(item: T) {
  return z.object({
    page: z.number(),
    pageSize: z.number(),
    totalCount: z.number(),
    hasMore: z.boolean(),
    data: z.array(item),
  });
}

/** Pages of family C: counted, without `hasMore`. */
export function totalPage<T extends z.ZodType>(item: T) {
  return z.object({ page: z.number(), pageSize: z.number(), totalCount: z.number(), data: z.array(item) });
}

/** The answer to a delete of one thing. */
export const Deleted = z.object({ acknowledged: z.literal(true), status: z.literal("deleted") });

/** Details of a refusal stand in it under names of their own, and once more in `ctx`. */
export const Failure = z
  .looseObject({
    statusCode: z.number().int(),
    error: z.string(),
    message: z.union([z.string(), z.array(z.string())]),
    timestamp: Moment,
    path: z.string(),
    /** The reason for programs. */
    code: z.string().optional(),
    /** Stands in the API's log, and in the header x-request-id of the answer. */
    requestId: z.string().optional(),
    /** The sentences of `message` that are about fields of the request, by their paths, such as `steps.0.name`. */
    fields: z.record(z.string(), z.array(z.string())).optional(),
    errorId: z.string().optional(),
    /** Of a trigger that is refused with 400, beside `errors`. */
    type: z.string().optional(),
    /** The same sentences in the form that typed clients read. */
    errors: z
      .union([
        z.array(z.object({ field: z.string(), message: z.string() })),
        z.record(z.string(), z.object({ messages: z.array(z.string()) })),
      ])
      .optional(),
    /** Details of the refusal. */
    ctx: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "Failure" });
export type Failure = z.infer<typeof Failure>;

/** Who owns an object, under the names of the wire. */
export const owned = () => ({
  _id: z.string(),
  id: z.string(),
  _organizationId: z.string(),
  _environmentId: z.string(),
});

export const dated = () => ({ createdAt: Moment, updatedAt: Moment });
