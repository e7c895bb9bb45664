import { z } from "zod";
import { Account, type Login, Token } from "#contract/auth.ts";
import { data } from "#contract/common.ts";
import { Environment } from "#contract/environments.ts";
import { type TriggerEvent, TriggerResult } from "#contract/events.ts";
import { Health } from "#contract/health.ts";
import { Activity, ActivityPage } from "#contract/notifications.ts";
import { Organization } from "#contract/organizations.ts";
import { OutboxMessage, OutboxPage } from "#contract/outbox.ts";
import {
  type CreateTranslationGroup,
  TranslationGroup,
  TranslationGroupPage,
  TranslationTexts,
} from "#contract/translations.ts";
import { Workflow, WorkflowPage } from "#contract/workflows.ts";
import type { Request, RequestOptions } from "./http.ts";

type Options = Pick<RequestOptions, "signal" | "environmentId">;

export interface WorkflowFilter {
  page?: number;
  limit?: number;
  query?: string | undefined;
}

export interface PageFilter {
  page?: number;
  limit?: number;
}

export interface OutboxFilter {
  page?: number;
  limit?: number;
}

export interface ActivityFilter {
  page?: number;
  channels?: string[] | undefined;
  templates?: string[] | undefined;
  subscriberIds?: string[] | undefined;
  transactionId?: string | undefined;
}

/** Every call the dashboard makes, by resource, each parsed by its contract. */
export function createApi(request: Request) {
  async function one<T>(method: string, path: string, schema: z.ZodType<T>, options?: RequestOptions): Promise<T> {
    return (await request(method, path, data(schema), options)).data;
  }
  const id = encodeURIComponent;

  return {
    signIn: (body: z.infer<typeof Login>) => one("POST", "/auth/login", Token, { body, anonymous: true }),
    account: (options?: Options) => one("GET", "/users/me", Account, options),
    organization: (options?: Options) => one("GET", "/organizations/me", Organization, options),
    environments: (options?: Options) => one("GET", "/environments", z.array(Environment), options),
    /** Also resolves when a dependency is down: the status names it. */
    health: (options?: Options) =>
      one("GET", "/health-check", Health, { ...options, anonymous: true, alsoAccept: 503 }),
    workflows: {
      list: (query: WorkflowFilter, options?: Options) =>
        request("GET", "/notification-templates", WorkflowPage, { ...options, query: { ...query } }),
      get: (workflowId: string, options?: Options) =>
        one("GET", `/notification-templates/${id(workflowId)}`, Workflow, options),
      setActive: (workflowId: string, active: boolean, options?: Options) =>
        one("PUT", `/notification-templates/${id(workflowId)}/status`, Workflow, { ...options, body: { active } }),
    },
    events: {
      trigger: (body: TriggerEvent, options?: Options) =>
        one("POST", "/events/trigger", TriggerResult, { ...options, body }),
    },
    activity: {
      list: (filter: ActivityFilter, options?: Options) =>
        request("GET", "/notifications", ActivityPage, { ...options, query: { ...filter } }),
      get: (runId: string, options?: Options) => one("GET", `/notifications/${id(runId)}`, Activity, options),
    },
    translations: {
      list: (query: PageFilter, options?: Options) =>
        request("GET", "/translations", TranslationGroupPage, { ...options, query: { ...query } }),
      get: (group: string, options?: Options) => one("GET", `/translations/${id(group)}`, TranslationGroup, options),
      create: (body: CreateTranslationGroup, options?: Options) =>
        one("POST", "/translations", TranslationGroup, { ...options, body }),
      texts: (group: string, locale: string, options?: Options) =>
        one("GET", `/translations/${id(group)}/locales/${id(locale)}`, TranslationTexts, options),
      putTexts: (group: string, locale: string, body: TranslationTexts, options?: Options) =>
        one("PUT", `/translations/${id(group)}/locales/${id(locale)}`, TranslationGroup, { ...options, body }),
    },
    outbox: {
      list: (query: OutboxFilter, options?: Options) =>
        request("GET", "/outbox", OutboxPage, { ...options, query: { ...query } }),
      get: (messageId: string, options?: Options) => one("GET", `/outbox/${id(messageId)}`, OutboxMessage, options),
    },
  };
}
export type Api = ReturnType<typeof createApi>;
