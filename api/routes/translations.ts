import { z } from "zod";
import { data } from "#contract/common.ts";
import { LARGE_BODY_BYTES } from "#contract/constants/limits.ts";
import {
  ByTranslation,
  ByTranslationGroup,
  CreateTranslationGroup,
  ListTranslationGroups,
  PutTranslation,
  TranslationGroup,
  TranslationGroupPage,
  TranslationTexts,
  UpdateTranslationGroup,
} from "#contract/translations.ts";
import { getTranslationGroup, listTranslationGroups } from "#db/queries/translations/translation-groups.ts";
import { getTranslation } from "#db/queries/translations/translations.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { requiredLocale } from "../services/required-locale.ts";
import { removeTranslation, saveTranslation } from "../services/save-translation.ts";
import {
  changeTranslationGroup,
  createTranslationGroup,
  removeTranslationGroup,
} from "../services/save-translation-group.ts";
import { translationGroupView } from "../views/translations.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const config = { access: [KEY, MEMBER] } as const;

/** Translations that templates print by the helper `i18n`. */
export const translationRoutes: ZodRoutes = async (app) => {
  app.post(
    "/translations",
    {
      schema: {
        summary: "Create a translation group",
        body: CreateTranslationGroup,
        response: { 201: data(TranslationGroup), ...failures("conflict", "forbidden") },
      },
      config,
    },
    async (request, reply) =>
      reply.code(201).send({ data: translationGroupView(await createTranslationGroup(app, request, request.body)) }),
  );

  app.get(
    "/translations",
    {
      schema: {
        summary: "Translation groups, newest first",
        querystring: ListTranslationGroups,
        response: { 200: TranslationGroupPage, ...failures() },
      },
      config,
    },
    async ({ scope, query: { page, limit } }) => {
      const { groups, totalCount } = await listTranslationGroups(app.db, scope, { page, limit });
      return { page, pageSize: limit, totalCount, data: groups.map(translationGroupView) };
    },
  );

  app.get(
    "/translations/:identifier",
    {
      schema: {
        summary: "One translation group with its locales",
        params: ByTranslationGroup,
        response: { 200: data(TranslationGroup), ...failures("not_found") },
      },
      config,
    },
    async ({ scope, params }) => ({
      data: translationGroupView(await getTranslationGroup(app.db, scope, params.identifier)),
    }),
  );

  app.patch(
    "/translations/:identifier",
    {
      schema: {
        summary: "Change a translation group; what is left out stays",
        params: ByTranslationGroup,
        body: UpdateTranslationGroup,
        response: { 200: data(TranslationGroup), ...failures("not_found", "conflict", "forbidden") },
      },
      config,
    },
    async (request) => ({
      data: translationGroupView(await changeTranslationGroup(app, request, request.params.identifier, request.body)),
    }),
  );

  app.delete(
    "/translations/:identifier",
    {
      schema: {
        summary: "Delete a translation group with the texts of all locales",
        params: ByTranslationGroup,
        response: { 204: z.null(), ...failures("not_found") },
      },
      config,
    },
    async (request, reply) => {
      await removeTranslationGroup(app, request, request.params.identifier);
      return reply.code(204).send(null);
    },
  );

  app.get(
    "/translations/:identifier/locales/:locale",
    {
      schema: {
        summary: "Export the texts of one locale",
        params: ByTranslation,
        response: { 200: data(TranslationTexts), ...failures("not_found") },
      },
      config,
    },
    async ({ scope, params: { identifier, locale } }) => {
      const { texts } = await getTranslation(app.db, scope, identifier, requiredLocale(locale, "locale"));
      return { data: texts };
    },
  );

  app.put(
    "/translations/:identifier/locales/:locale",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: "Import the texts of one locale, which take the place of those that it has",
        params: ByTranslation,
        body: PutTranslation,
        response: { 200: data(TranslationGroup), ...failures("not_found", "forbidden") },
      },
      config,
    },
    async (request) => ({
      data: translationGroupView(await saveTranslation(app, request, request.params, request.body)),
    }),
  );

  app.delete(
    "/translations/:identifier/locales/:locale",
    {
      schema: {
        summary: "Delete the texts of one locale",
        params: ByTranslation,
        response: { 204: z.null(), ...failures("not_found") },
      },
      config,
    },
    async (request, reply) => {
      await removeTranslation(app, request, request.params);
      return reply.code(204).send(null);
    },
  );
};
