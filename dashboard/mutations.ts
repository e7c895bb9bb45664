import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { Belfry, Body, Trigger } from "#client/client.ts";
import type { CreateTranslationGroup, ImportLocales, TranslationTexts } from "#contract/translations.ts";
import { layoutMutations } from "./layout-mutations.ts";
import { environmentQueries, queryKeys } from "./queries.ts";
import { settingsMutations } from "./settings-mutations.ts";
import { workflowMutations } from "./workflow-mutations.ts";

/** Every change to one environment. Each one invalidates the reads that it makes outdated. */
export function environmentMutations(api: Belfry, queryClient: QueryClient, environmentId: string | undefined) {
  const invalidate = (queryKey: readonly unknown[]) => queryClient.invalidateQueries({ queryKey });
  return {
    ...workflowMutations(api, queryClient, environmentId),
    ...layoutMutations(api, queryClient, environmentId),
    ...settingsMutations(api, queryClient, environmentId),
    createTranslationGroup: () =>
      mutationOptions({
        mutationFn: (group: CreateTranslationGroup) => api.translations.createGroup(group, { environmentId }),
        onSuccess: () => invalidate(queryKeys.translations(environmentId)),
      }),
    /** Puts a file of texts in the place of those that a locale has. */
    importTexts: (group: string) =>
      mutationOptions({
        mutationFn: ({ locale, texts }: { locale: string; texts: TranslationTexts }) =>
          api.translations.import(group, locale, texts, { environmentId }),
        onSuccess: () => invalidate(queryKeys.translations(environmentId)),
      }),
    /** Changes one text; the others stay as somebody else may have changed them. */
    changeText: (group: string) =>
      mutationOptions({
        mutationFn: ({ locale, key, text }: { locale: string; key: string; text: string }) => {
          const body = { locales: { [locale]: { [key]: text } }, mode: "merge" } as const;
          return api.translations.importLocales(group, body, { environmentId });
        },
        onSuccess: () => invalidate(queryKeys.translations(environmentId)),
      }),
    /** Deletes the texts of a key in all locales. */
    deleteKey: (group: string) =>
      mutationOptions({
        mutationFn: (key: string) => api.translations.deleteKey(group, { key }, { environmentId }),
        onSuccess: () => invalidate(queryKeys.translations(environmentId)),
      }),
    /** Imports a file with texts of several locales, all of it or nothing. */
    importLocales: (group: string) =>
      mutationOptions({
        mutationFn: (body: Pick<ImportLocales, "locales" | "mode" | "notes">) =>
          api.translations.importLocales(group, body, { environmentId }),
        onSuccess: () => invalidate(queryKeys.translations(environmentId)),
      }),
    /** Marks texts of a locale as up to date, or all of them. */
    reviewTexts: (group: string) =>
      mutationOptions({
        mutationFn: ({ locale, keys }: { locale: string; keys?: string[] }) =>
          api.translations.review(group, locale, { ...(keys && { keys }) }, { environmentId }),
        onSuccess: (outdated) => {
          queryClient.setQueryData(
            environmentQueries(api, environmentId).translations.outdated(group).queryKey,
            outdated,
          );
        },
      }),
    /** Triggers an event, for which a workflow is created first where there is none by its identifier. */
    triggerWithWorkflow: (workflow: Body<"createWorkflowV2">) =>
      mutationOptions({
        mutationFn: async ({ name, ...event }: Trigger) => {
          const { named } = environmentQueries(api, environmentId).workflows;
          const found = await queryClient.fetchQuery({ ...named(name), staleTime: 0 });
          if (!found) await api.v2.workflows.create(workflow, { environmentId });
          return api.events.trigger(name, event, { environmentId });
        },
        // A workflow may have been created, also where the event was refused.
        onSettled: () => {
          void invalidate(queryKeys.runs(environmentId));
          void invalidate(queryKeys.outbox(environmentId));
          void invalidate(queryKeys.workflows(environmentId));
        },
      }),
    /** Turns the body of an email into blocks or HTML; nothing is stored. */
    convertEmailBody: () =>
      mutationOptions({
        mutationFn: (body: Body<"convertEmailBody">) => api.v2.emailBodies.convert(body, { environmentId }),
      }),
    /** Sends the message of a step to one address, or to whatever a subscriber has, without a run. */
    sendStepTest: () =>
      mutationOptions({
        mutationFn: ({
          workflowId,
          stepId,
          test,
        }: {
          workflowId: string;
          stepId: string;
          test: Body<"sendStepTest">;
        }) => api.v2.workflows.sendTestMessage(workflowId, stepId, test, { environmentId }),
        onSuccess: () => void invalidate(queryKeys.outbox(environmentId)),
      }),
    triggerEvent: () =>
      mutationOptions({
        mutationFn: ({ name, ...event }: Trigger) => api.events.trigger(name, event, { environmentId }),
        onSuccess: () => {
          // Not awaited: the form does not wait for other screens' data.
          void invalidate(queryKeys.runs(environmentId));
          void invalidate(queryKeys.outbox(environmentId));
          void invalidate(queryKeys.workflows(environmentId));
        },
      }),
  };
}
