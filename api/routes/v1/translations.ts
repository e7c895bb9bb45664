import { translationOperations } from "#contract/workflows/translations.ts";
import { getTranslationGroup, listTranslationGroups } from "#db/queries/translations/translation-groups.ts";
import { getTranslation } from "#db/queries/translations/translations.ts";
import { handlers } from "../../handlers.ts";
import { requiredLocale } from "../../services/people/required-locale.ts";
import { countTranslations } from "../../services/translations/count-translations.ts";
import { importLocales, previewImport } from "../../services/translations/import-locales.ts";
import { listOutdatedTexts, reviewTexts } from "../../services/translations/review-texts.ts";
import { removeKey, removeTranslation, saveTranslation } from "../../services/translations/save-translation.ts";
import {
  changeTranslationGroup,
  createTranslationGroup,
  removeTranslationGroup,
} from "../../services/translations/save-translation-group.ts";
import { readTranslationUsage } from "../../services/translations/translation-usage.ts";
import { translationGroupView } from "../../views/translations.ts";

/** Translations that templates print by the helper `i18n`. */
export const translationRoutes = handlers(translationOperations, (app) => ({
  createTranslationGroup: async (request) => ({
    data: translationGroupView(await createTranslationGroup(app, request, request.body)),
  }),

  listTranslationGroups: async ({ scope, query: { page, limit } }) => {
    const { groups, totalCount } = await listTranslationGroups(app.db, scope, { page, limit });
    return { page, pageSize: limit, totalCount, data: groups.map(translationGroupView) };
  },

  getTranslationGroup: async ({ scope, params }) => ({
    data: translationGroupView(await getTranslationGroup(app.db, scope, params.identifier)),
  }),

  updateTranslationGroup: async (request) => ({
    data: translationGroupView(await changeTranslationGroup(app, request, request.params.identifier, request.body)),
  }),

  deleteTranslationGroup: async (request) => {
    await removeTranslationGroup(app, request, request.params.identifier);
    return null;
  },

  exportTranslations: async ({ scope, params: { identifier, locale } }) => {
    const { texts } = await getTranslation(app.db, scope, identifier, requiredLocale(locale, "locale"));
    return { data: texts };
  },

  importTranslations: async (request) => ({
    data: translationGroupView(await saveTranslation(app, request, request.params, request.body)),
  }),

  importLocales: async (request) => ({
    data: await importLocales(app, request, request.params.identifier, request.body),
  }),

  previewImportOfLocales: async ({ scope, params, body }) => ({
    data: await previewImport(app, scope, params.identifier, body),
  }),

  deleteTranslationKey: async (request) => {
    const { params, query } = request;
    const { group, removed } = await removeKey(app, request, { identifier: params.identifier, key: query.key });
    return { data: { ...translationGroupView(group), removed } };
  },

  listOutdatedTexts: async ({ scope, params }) => ({
    data: await listOutdatedTexts(app.db, scope, params.identifier),
  }),

  reviewTexts: async (request) => ({
    data: await reviewTexts(app, request, request.params, request.body.keys),
  }),

  getTranslationUsage: async ({ scope, query }) => ({ data: await readTranslationUsage(app.db, scope, query.group) }),

  countTranslations: async ({ scope, query }) => ({ data: await countTranslations(app.db, scope, query) }),

  deleteTranslations: async (request) => {
    await removeTranslation(app, request, request.params);
    return null;
  },
}));
