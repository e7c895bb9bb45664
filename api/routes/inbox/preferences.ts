import { z } from "zod";
import { data } from "#contract/common.ts";
import { CHANNELS } from "#contract/constants/channels.ts";
import {
  ByWorkflowOfInbox,
  InboxGlobalPreference,
  InboxPreference,
  InboxWorkflowPreference,
  ListInboxPreferences,
  UpdateInboxGlobalPreference,
  UpdateInboxPreference,
  UpdateInboxPreferences,
} from "#contract/inbox-preferences.ts";
import {
  getGlobalPreference,
  listWorkflowPreferences,
  type PreferenceOfWorkflow,
} from "#db/queries/preferences/preferences.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { notFound } from "#domain/errors.ts";
import { SUBSCRIBER } from "../../access.ts";
import { failures } from "../../plugins/errors.ts";
import { changeGlobalPreference, changeOwnPreferences, namedChannels } from "../../services/change-preferences.ts";
import { inboxGlobalPreferenceView, inboxWorkflowPreferenceView } from "../../views/preferences.ts";
import type { ZodRoutes } from "../../zod-routes.ts";

const config = { access: [SUBSCRIBER] } as const;
const found = { 200: data(InboxGlobalPreference), ...failures("not_found") };

/** A subscriber's own channels and hours. */
export const inboxPreferenceRoutes: ZodRoutes = async (app) => {
  app.get(
    "/inbox/preferences",
    {
      schema: {
        querystring: ListInboxPreferences,
        response: { 200: data(z.array(InboxPreference)), ...failures("not_found") },
      },
      config,
    },
    async ({ scope, caller, query }) => {
      const { id: subscriberId, hours } = await getSubscriber(app.db, scope, caller.subscriberId);
      const preference = await getGlobalPreference(app.db, scope, subscriberId);
      const all = await listWorkflowPreferences(app.db, scope, { subscriberId });
      const shown = all.filter((one) => isListed(one, query)).map(inboxWorkflowPreferenceView);
      return { data: [inboxGlobalPreferenceView({ preference, hours }), ...shown] };
    },
  );

  app.get("/inbox/preferences/global", { schema: { response: found }, config }, async ({ scope, caller }) => {
    const { id, hours } = await getSubscriber(app.db, scope, caller.subscriberId);
    const preference = await getGlobalPreference(app.db, scope, id);
    return { data: inboxGlobalPreferenceView({ preference, hours }) };
  });

  app.patch(
    "/inbox/preferences",
    { schema: { body: UpdateInboxGlobalPreference, response: found }, config },
    async (request) => {
      const { schedule, ...channels } = request.body;
      const preferences = CHANNELS.flatMap((type) => {
        const enabled = channels[type];
        return enabled === undefined ? [] : [{ type, enabled }];
      });
      const stored = await changeGlobalPreference(app, request, request.caller.subscriberId, { preferences, schedule });
      return { data: inboxGlobalPreferenceView(stored) };
    },
  );

  app.patch(
    "/inbox/preferences/bulk",
    {
      schema: {
        body: UpdateInboxPreferences,
        response: { 200: data(z.array(InboxWorkflowPreference)), ...failures("not_found") },
      },
      config,
    },
    async (request) => {
      const choices = request.body.preferences.map(({ workflowId: workflow, ...channels }) => {
        return { workflow, channels: namedChannels(channels) };
      });
      const stored = await changeOwnPreferences(app.db, request, request.caller.id, choices);
      return { data: stored.map(inboxWorkflowPreferenceView) };
    },
  );

  app.patch(
    "/inbox/preferences/:workflowId",
    {
      schema: {
        params: ByWorkflowOfInbox,
        body: UpdateInboxPreference,
        response: { 200: data(InboxWorkflowPreference), ...failures("not_found") },
      },
      config,
    },
    async (request) => {
      const { workflowId: workflow } = request.params;
      const choices = [{ workflow, channels: namedChannels(request.body) }];
      const [stored] = await changeOwnPreferences(app.db, request, request.caller.id, choices);
      if (!stored) throw notFound(`Workflow with id ${workflow} not found`);
      return { data: inboxWorkflowPreferenceView(stored) };
    },
  );
};

function isListed({ workflow, isCritical }: PreferenceOfWorkflow, query: ListInboxPreferences): boolean {
  const { tags = [], severity = [], criticality } = query;
  if (criticality !== "all" && isCritical !== (criticality === "critical")) return false;
  if (tags.length > 0 && !tags.some((tag) => workflow.tags.includes(tag))) return false;
  return severity.length === 0 || severity.includes(workflow.severity);
}
