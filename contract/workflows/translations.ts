import { z } from "zod";
import {
  IDENTIFIER_MAX,
  LARGE_BODY_BYTES,
  LOCALE_MAX,
  NAME_MAX,
  TRANSLATION_FILE_MAX,
  TRANSLATION_LOCALES_MAX,
  TRANSLATION_TEXT_MAX,
} from "../constants/limits.ts";
import { isNestedDeeper } from "../constants/values/json-depth.ts";
import { isJsonObject } from "../constants/values/json-object.ts";
import { unstorableIssue } from "../constants/values/unstorable-text.ts";
import { EDITOR, KEY, READER } from "../schemas/access.ts";
import {
  data,
  dated,
  example,
  filledText,
  Id,
  Locale,
  Moment,
  nameUpTo,
  owned,
  pageQuery,
  referenceUpTo,
  textUpTo,
  totalPage,
} from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

/** Objects in each other. */
const TEXT_DEPTH_MAX = 20;

/**
 * Texts of a locale by key, as a file of them is imported and exported. An object stands for keys that begin with its own:
 * `{"order": {"sent": "..."}}` has `order.sent`.
 */
export const TranslationTexts = z.record(z.string(), z.unknown()).superRefine((texts, context) => {
  for (const { path, message } of textIssues(texts)) context.addIssue({ code: "custom", path, message });
});
export type TranslationTexts = z.infer<typeof TranslationTexts>;

interface TextIssue {
  path: string[];
  message: string;
}

/** Issues that are named at once. */
const ISSUES_MAX = 20;

function textIssues(texts: object): TextIssue[] {
  if (isNestedDeeper(texts, TEXT_DEPTH_MAX))
    return [{ path: [], message: `must be nested at most ${TEXT_DEPTH_MAX} levels deep` }];
  const length = JSON.stringify(texts).length;
  if (length > TRANSLATION_FILE_MAX) {
    const message = `must be at most ${TRANSLATION_FILE_MAX} characters, not ${length}: divide the group into several`;
    return [{ path: [], message }];
  }
  return issuesIn(texts, []).slice(0, ISSUES_MAX);
}

function issuesIn(texts: object, parents: string[]): TextIssue[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]): TextIssue[] => {
    const path = [...parents, key];
    if (key === "") return [{ path, message: "has a key without a name" }];
    const unstorable = unstorableIssue(key);
    if (unstorable) return [{ path, message: unstorable }];
    if (isJsonObject(value)) return issuesIn(value, path);
    const message = typeof value === "string" ? textIssue(value) : "must be a text or an object of texts";
    return message === undefined ? [] : [{ path, message }];
  });
}

function textIssue(text: string): string | undefined {
  if (text.length > TRANSLATION_TEXT_MAX) return `must be at most ${TRANSLATION_TEXT_MAX} characters`;
  return unstorableIssue(text);
}

/** The text before the first dot of a key. */
const Identifier = nameUpTo(IDENTIFIER_MAX).regex(/^[A-Za-z0-9_-]*$/, {
  error: "must consist of letters, digits, underscores and hyphens",
});

/** A new group. Without an identifier it gets the slug of its name. */
export const CreateTranslationGroup = z
  .object({ name: filledText(NAME_MAX), identifier: Identifier.optional() })
  .meta(example({ name: "Orders", identifier: "orders" }));
export type CreateTranslationGroup = z.infer<typeof CreateTranslationGroup>;

/** The fields to change. */
export const UpdateTranslationGroup = z
  .object({ name: filledText(NAME_MAX).optional(), identifier: Identifier.optional() })
  .refine(({ name, identifier }) => Boolean(name ?? identifier), { error: "send name or identifier" })
  .meta(example({ name: "Orders of the shop" }));
export type UpdateTranslationGroup = z.infer<typeof UpdateTranslationGroup>;

export const ListTranslationGroups = z.object(pageQuery());

export const ByTranslationGroup = z.object({ identifier: referenceUpTo(IDENTIFIER_MAX) });
export const ByTranslation = z.object({ identifier: referenceUpTo(IDENTIFIER_MAX), locale: Locale });

/** A key with its dots, as in `order.sent`. In the query, as it may have slashes. */
export const ByTextKey = z.object({ key: textUpTo(TRANSLATION_FILE_MAX).min(1, { error: "should not be empty" }) });

/** The texts of one locale, which are the whole body: a file is imported as it is. */
export const PutTranslation = TranslationTexts.meta(
  example({ hello: "Hello {{name}}", order: { sent: "Your order left us on {{date, MMMM do}}" } }),
);

/** Characters of a locale and a hash. */
const TEXT_NOTE_MAX = 100;

/** Keys at most in one call. */
const TEXT_KEYS_MAX = 50_000;

/** The fate of keys that a locale has and the imported texts have not: they stay, or are removed. */
export const IMPORT_MODES = ["merge", "replace"] as const;

/** The notes about a text by which it is outdated or not: locales and hashes of texts. */
export const TextNotes = z.object({
  /** The text of the default locale that it was written for. */
  writtenFor: z.string().max(TEXT_NOTE_MAX).optional(),
  /** The first text of its key that was replaced. */
  first: z.string().max(TEXT_NOTE_MAX).optional(),
});
export type TextNotes = z.infer<typeof TextNotes>;

/** The texts that a key had, by locale. Imported with their notes, they are as they were. */
export const RemovedTexts = z.record(z.string(), TextNotes.extend({ text: z.string() }));
export type RemovedTexts = z.infer<typeof RemovedTexts>;

/** Texts of several locales, which are imported together or not at all. */
export const ImportLocales = z
  .object({
    locales: z
      .record(Locale, TranslationTexts, {
        error: ({ code }) =>
          code === "invalid_key"
            ? "must be named as a locale such as en or pt-BR"
            : "must be an object of texts by locale",
      })
      .refine((locales) => Object.keys(locales).length > 0, { error: "must have the texts of a locale at least" })
      .refine((locales) => Object.keys(locales).length <= TRANSLATION_LOCALES_MAX, {
        error: `must not have more than ${TRANSLATION_LOCALES_MAX} locales`,
      }),
    mode: z.enum(IMPORT_MODES).default("merge"),
    /** By locale and key, for texts that are brought back; all others are written for the default locale's text of now. */
    notes: z.record(Locale, z.record(z.string(), TextNotes)).optional(),
  })
  .meta(example({ locales: { de: { hello: "Hallo {{name}}" } }, mode: "merge" }));
export type ImportLocales = z.infer<typeof ImportLocales>;

/** The changes of an import in one locale. */
export const LocaleImport = z.object({
  locale: z.string(),
  isNew: z.boolean(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  /** Some of the keys that are added, changed or removed, with their texts. */
  changes: z.array(z.object({ key: z.string(), before: z.string().optional(), after: z.string().optional() })),
});
export type LocaleImport = z.infer<typeof LocaleImport>;

/** Keys whose texts are to count as up to date; without any, all keys of the locale. */
export const ReviewTexts = z
  .object({
    keys: z
      .array(z.string({ error: "must be a text" }), { error: "must be a list" })
      .max(TEXT_KEYS_MAX, { error: `must contain no more than ${TEXT_KEYS_MAX} elements` })
      .optional(),
  })
  .meta(example({ keys: ["hello"] }));

/** The keys of each locale whose text in the default locale has changed since they were translated. */
export const OutdatedTexts = z.object({
  /** The locale that the others are translations of; absent where the group has no texts in the organisation's default. */
  source: z.string().optional(),
  locales: z.array(z.object({ locale: z.string(), keys: z.array(z.string()) })),
});
export type OutdatedTexts = z.infer<typeof OutdatedTexts>;

/** The open texts of the groups of a page. Groups whose texts are too many to be counted at once are left out. */
export const TranslationCounts = z.array(
  z.object({
    identifier: z.string(),
    /** The keys that have a text in some locale. */
    keys: z.int(),
    locales: z.array(
      z.object({
        locale: z.string(),
        /** Keys that neither the locale nor a more general one of its language has a text of. */
        missing: z.int(),
        /** Texts whose text in the default locale has changed since. */
        outdated: z.int(),
      }),
    ),
  }),
);
export type TranslationCounts = z.infer<typeof TranslationCounts>;

export const FindTranslationUsage = z.object({
  /** Identifier of the group whose keys are looked for; without one, those of all groups. */
  group: referenceUpTo(IDENTIFIER_MAX).optional(),
});

/** A template of a step or of a layout. */
export const TemplatePlace = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("step"),
    workflowId: z.string(),
    workflowName: z.string(),
    stepId: z.string(),
    name: z.string(),
  }),
  z.object({ kind: z.literal("layout"), layoutId: z.string(), name: z.string() }),
]);
export type TemplatePlace = z.infer<typeof TemplatePlace>;

/** The keys that the templates of workflows and layouts print. */
export const TranslationUsage = z.object({
  keys: z.array(
    z.object({
      /** With its group: `shop.hello`. */
      key: z.string(),
      /** Whether a text in some locale is there. */
      exists: z.boolean(),
      places: z.array(TemplatePlace),
    }),
  ),
  /** Templates that make a key of variables, so that it may be any. */
  variable: z.array(TemplatePlace),
});
export type TranslationUsage = z.infer<typeof TranslationUsage>;

export const TranslationGroup = z
  .object({
    ...owned(),
    _creatorId: z.string(),
    _parentId: Id.optional(),
    name: z.string(),
    identifier: z.string(),
    locales: z.array(z.object({ locale: z.string().max(LOCALE_MAX), keys: z.number().int(), updatedAt: Moment })),
    ...dated(),
  })
  .meta({ id: "TranslationGroup" });
export type TranslationGroup = z.infer<typeof TranslationGroup>;
export const TranslationGroupPage = totalPage(TranslationGroup);

export const translationOperations = operations("translations", {
  createTranslationGroup: {
    route: "POST /v1/translations",
    client: "translations.createGroup",
    summary: "Create a translation group",
    access: [KEY, EDITOR],
    audit: "translation_group.created",
    body: CreateTranslationGroup,
    answer: { 201: data(TranslationGroup) },
    failures: ["conflict", "forbidden"],
  },

  listTranslationGroups: {
    route: "GET /v1/translations",
    client: "translations.listGroups",
    summary: "List translation groups, newest first",
    access: [KEY, READER],
    query: ListTranslationGroups,
    answer: { 200: TranslationGroupPage },
  },

  getTranslationGroup: {
    route: "GET /v1/translations/:identifier",
    client: "translations.getGroup",
    summary: "Get a translation group with its locales",
    access: [KEY, READER],
    params: ByTranslationGroup,
    answer: { 200: data(TranslationGroup) },
    failures: ["not_found"],
  },

  updateTranslationGroup: {
    route: "PATCH /v1/translations/:identifier",
    client: "translations.updateGroup",
    summary: "Update a translation group; omitted fields stay",
    access: [KEY, EDITOR],
    audit: "translation_group.updated",
    params: ByTranslationGroup,
    body: UpdateTranslationGroup,
    answer: { 200: data(TranslationGroup) },
    failures: ["not_found", "conflict", "forbidden"],
  },

  deleteTranslationGroup: {
    route: "DELETE /v1/translations/:identifier",
    client: "translations.deleteGroup",
    summary: "Delete a translation group with the texts of all locales",
    access: [KEY, EDITOR],
    audit: "translation_group.deleted",
    params: ByTranslationGroup,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  exportTranslations: {
    route: "GET /v1/translations/:identifier/locales/:locale",
    client: "translations.export",
    summary: "Export the texts of one locale",
    access: [KEY, READER],
    params: ByTranslation,
    answer: { 200: data(TranslationTexts) },
    failures: ["not_found"],
  },

  importTranslations: {
    route: "PUT /v1/translations/:identifier/locales/:locale",
    client: "translations.import",
    summary: "Import the texts of a locale, replacing the existing ones",
    access: [KEY, EDITOR],
    audit: ["translation.created", "translation.updated"],
    bodyLimit: LARGE_BODY_BYTES,
    params: ByTranslation,
    body: PutTranslation,
    answer: { 200: data(TranslationGroup) },
    failures: ["not_found", "forbidden"],
  },

  importLocales: {
    route: "POST /v1/translations/:identifier/import",
    client: "translations.importLocales",
    summary: "Import texts of several locales at once",
    access: [KEY, EDITOR],
    audit: ["translation.created", "translation.updated"],
    bodyLimit: LARGE_BODY_BYTES,
    params: ByTranslationGroup,
    body: ImportLocales,
    answer: { 201: data(z.array(LocaleImport)) },
    failures: ["not_found", "forbidden"],
  },

  previewImportOfLocales: {
    route: "POST /v1/translations/:identifier/import/preview",
    client: "translations.previewImport",
    summary: "Preview an import of several locales; nothing is stored",
    access: [KEY, EDITOR],
    audit: { none: "it changes nothing" },
    bodyLimit: LARGE_BODY_BYTES,
    params: ByTranslationGroup,
    body: ImportLocales,
    answer: { 201: data(z.array(LocaleImport)) },
    failures: ["not_found", "forbidden"],
  },

  deleteTranslationKey: {
    route: "DELETE /v1/translations/:identifier/keys",
    client: "translations.deleteKey",
    summary: "Delete a translation key in all locales",
    access: [KEY, EDITOR],
    audit: "translation.updated",
    params: ByTranslationGroup,
    query: ByTextKey,
    answer: { 200: data(TranslationGroup.extend({ removed: RemovedTexts })) },
    failures: ["not_found"],
  },

  listOutdatedTexts: {
    route: "GET /v1/translations/:identifier/outdated",
    client: "translations.listOutdated",
    summary: "List outdated translations: keys that changed in the default locale since",
    access: [KEY, READER],
    params: ByTranslationGroup,
    answer: { 200: data(OutdatedTexts) },
    failures: ["not_found"],
  },

  reviewTexts: {
    route: "POST /v1/translations/:identifier/locales/:locale/review",
    client: "translations.review",
    summary: "Mark texts of a locale as up to date with those of the default locale",
    access: [KEY, EDITOR],
    audit: "translation.reviewed",
    bodyLimit: LARGE_BODY_BYTES,
    params: ByTranslation,
    body: ReviewTexts,
    answer: { 201: data(OutdatedTexts) },
    failures: ["not_found", "forbidden"],
  },

  getTranslationUsage: {
    route: "GET /v1/translation-usage",
    client: "translations.getUsage",
    summary: "List the translation keys that templates use, with their steps and layouts",
    access: [KEY, READER],
    query: FindTranslationUsage,
    answer: { 200: data(TranslationUsage) },
  },

  countTranslations: {
    route: "GET /v1/translation-counts",
    client: "translations.count",
    summary: "Count the missing and outdated texts of translation groups, newest groups first",
    access: [KEY, READER],
    query: ListTranslationGroups,
    answer: { 200: data(TranslationCounts) },
  },

  deleteTranslations: {
    route: "DELETE /v1/translations/:identifier/locales/:locale",
    client: "translations.delete",
    summary: "Delete the texts of one locale",
    access: [KEY, EDITOR],
    audit: "translation.deleted",
    params: ByTranslation,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },
});
