import { z } from "zod";
import { JsonValue } from "#contract/audit-logs.ts";
import { ChannelFlags } from "#contract/channel-flags.ts";
import { Failure } from "#contract/common.ts";
import { Filter, FilterPart } from "#contract/conditions.ts";
import { Digest } from "#contract/digests.ts";
import { Environment } from "#contract/environments.ts";
import { ExecutionDetail } from "#contract/execution-details.ts";
import { Feed } from "#contract/feeds.ts";
import { InboxNotification } from "#contract/inbox-notifications.ts";
import { InboxPreference } from "#contract/inbox-preferences.ts";
import { Integration } from "#contract/integrations.ts";
import { Layout } from "#contract/layouts.ts";
import { LayoutV2 } from "#contract/layouts-v2.ts";
import { InAppMessage } from "#contract/messages.ts";
import { NotificationGroup } from "#contract/notification-groups.ts";
import { Activity, ActivityJob } from "#contract/notifications.ts";
import { Organization } from "#contract/organizations.ts";
import { GlobalPreference, WorkflowPreference } from "#contract/preferences.ts";
import { Resumption } from "#contract/resumptions.ts";
import { SafetyCaps } from "#contract/safety-caps.ts";
import { Schedule } from "#contract/schedules.ts";
import { StepMetadata, StepMetadataInput } from "#contract/step-metadata.ts";
import { Step } from "#contract/steps.ts";
import { SubscriberHours, SubscriberHoursChange } from "#contract/subscriber-hours.ts";
import { Subscriber, SubscriberChannel } from "#contract/subscribers.ts";
import { Cta, EmailBlock } from "#contract/templates.ts";
import { Tenant } from "#contract/tenants.ts";
import { Topic } from "#contract/topics.ts";
import { Subscription, TopicDetails } from "#contract/topics-v2.ts";
import { TranslationGroup } from "#contract/translations.ts";
import { WebhookEndpoint, WebhookMessage } from "#contract/webhooks.ts";
import { WorkflowOverride } from "#contract/workflow-overrides.ts";
import { Workflow } from "#contract/workflows.ts";
import { StepV2, WorkflowV2 } from "#contract/workflows-v2.ts";

/**
 * Schemas of the contract that the document holds once, as components under these names. A name of what a caller sends ends with
 * `Input`. A schema that contains itself has to be among them, because it cannot be written in place.
 */
export const SHARED: Record<string, z.ZodType> = {
  Activity,
  ActivityJob,
  ChannelFlags,
  Cta,
  Digest,
  EmailBlock,
  Environment,
  ExecutionDetail,
  Failure,
  Feed,
  Filter,
  FilterPart,
  GlobalPreference,
  InAppMessage,
  InboxNotification,
  InboxPreference,
  Integration,
  Layout,
  LayoutV2,
  NotificationGroup,
  Organization,
  Resumption,
  SafetyCaps,
  Schedule,
  Step,
  StepMetadata,
  StepMetadataOfStep: StepMetadataInput,
  StepV2,
  Subscriber,
  SubscriberChannel,
  SubscriberHours,
  SubscriberHoursChange,
  Subscription,
  Tenant,
  Topic,
  TopicDetails,
  WebhookEndpoint,
  WebhookMessage,
  Workflow,
  JsonValue,
  TranslationGroup,
  WorkflowOverride,
  WorkflowPreference,
  WorkflowV2,
};

/** Gives the shared schemas their names, beside the descriptions and examples that they have. */
export function nameSharedSchemas(): void {
  for (const [id, schema] of Object.entries(SHARED)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  }
}

interface Converted {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Keeps what conversions leave out. */
export function inFull(converted: Converted): void {
  unionsInFull(converted);
  examplesInFull(converted);
}

/** Keeps examples of what callers send where something in it is transformed, such as a list of texts into a set. */
function examplesInFull({ zodSchema, jsonSchema }: Converted): void {
  const examples = zodSchema instanceof z.ZodType && z.globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples) && jsonSchema.$ref === undefined) jsonSchema.examples = examples;
}

/**
 * Keeps the alternatives of a union that accept anything. The conversion of fastify-type-provider-zod drops them, so that the
 * document would refuse what the API takes. The alternative of no value at all is no alternative in JSON.
 */
function unionsInFull({ zodSchema, jsonSchema }: Converted): void {
  const { def } = zodSchema._zod;
  if (def.type !== "union" || !jsonSchema.anyOf) return;
  jsonSchema.anyOf = jsonSchema.anyOf.filter((_, position) => def.options[position]?._zod.def.type !== "undefined");
}
