import { isUuid } from "#domain/values/uuid.ts";
import { type Transaction, taggedOf } from "../../transaction.ts";

/** An entity as the audit log shows it: never with hashes, and with secrets only as they are stored, encrypted. */
export interface AuditedEntity {
  /** The id by which callers name it. */
  id: string;
  name: string | null;
  fields: Record<string, unknown>;
}

interface Source {
  table: string;
  /** The column by which callers name it; `id` unless there is another. */
  key?: string;
  /** Another one, for texts that cannot be an id. */
  alias?: string;
  /** SQL of its name. */
  name: string;
  /** Columns that are shown; an expression may stand in place of one. */
  fields: Readonly<Record<string, string>> | readonly string[];
  isOrganizationWide?: true;
  /** Whether rows are kept, marked, when they are deleted. */
  isMarked?: true;
  /** Whether the change itself takes a lock that comes before the row's. */
  isLockedElsewhere?: true;
}

const SOURCES = {
  organization: {
    table: "organizations",
    name: "t.name",
    isOrganizationWide: true,
    fields: [
      "name",
      "logo",
      "branding",
      "domain",
      "language",
      "default_locale",
      "service_level",
      "demands_second_factor",
    ],
  },
  environment: {
    table: "environments",
    name: "t.name",
    isOrganizationWide: true,
    isMarked: true,
    fields: [
      "name",
      "identifier",
      "color",
      "inbound_parse_domain",
      "retention",
      "safety_caps",
      "test_delivery",
      "suppression_rules",
      "requires_approval",
      "recorded_requests",
      "kept_events",
      "bridge_url",
      "bridge_self_signed",
      "api_rate_limits",
    ],
  },
  environment_variable: {
    table: "environment_variables",
    name: "t.key",
    isOrganizationWide: true,
    fields: {
      ...columns(["key", "is_secret"]),
      // Never the values, also of plain ones: whoever reads the log need not be whoever may set them.
      valuesSetAt: `(select jsonb_object_agg(e.name, v.set_at) from environment_variable_values v
        join environments e on e.id = v.environment_id where v.variable_id = t.id)`,
    },
  },
  member: {
    table: "members",
    isOrganizationWide: true,
    isLockedElsewhere: true,
    name: "coalesce((select u.email from users u where u.id = t.user_id), t.invite_email)",
    fields: ["roles", "status", "invite_email", "invite_expires_at"],
  },
  workflow: {
    table: "workflows",
    alias: "identifier",
    name: "t.name",
    isMarked: true,
    fields: {
      ...columns(["name", "identifier", "description", "active", "critical", "tags", "preference_settings", "data"]),
      ...columns(["notification_group_id", "safety_caps", "preferences_read_only", "preferences_enabled", "severity"]),
      memberPreferences: `(select jsonb_build_object('enabled', p.enabled, 'readOnly', p.read_only, 'channels', p.channels)
        from preferences p where p.environment_id = t.environment_id and p.workflow_id = t.id and p.type = 'USER_WORKFLOW')`,
      controls: `(select jsonb_object_agg(c.bridge_step_id, c.controls) from control_values c
        where c.environment_id = t.environment_id and c.workflow_id = t.id)`,
      payloadSchema: "(select v.payload_schema from workflow_versions v where v.id = t.version_id)",
      steps: `(select jsonb_agg(to_jsonb(s) - 'organization_id' - 'environment_id' - 'version_id' order by s.position)
        from workflow_steps s where s.version_id = t.version_id)`,
    },
  },
  workflow_override: {
    table: "workflow_overrides",
    name: "(select w.identifier from workflows w where w.id = t.workflow_id)",
    fields: ["workflow_id", "tenant_id", "active", "preference_settings"],
  },
  notification_group: { table: "notification_groups", name: "t.name", fields: ["name"] },
  layout: {
    table: "layouts",
    name: "t.name",
    isMarked: true,
    fields: ["name", "identifier", "description", "content", "variables", "is_default"],
  },
  translation_group: { table: "translation_groups", name: "t.name", fields: ["name", "identifier"] },
  translation: {
    table: "translations",
    fields: ["locale", "texts"],
    name: "(select g.identifier from translation_groups g where g.id = t.group_id) || '/' || t.locale",
  },
  tenant: { table: "tenants", key: "identifier", name: "t.name", fields: ["identifier", "name", "data"] },
  context: { table: "contexts", key: "key", name: "t.key", fields: ["type", "context_id", "data"] },
  integration: {
    table: "integrations",
    name: "t.name",
    isMarked: true,
    isOrganizationWide: true,
    isLockedElsewhere: true,
    fields: {
      ...columns(["name", "identifier", "provider_id", "channel", "environment_id", "credentials", "active"]),
      ...columns(["remove_branding"]),
      primary: 't."primary"',
      priority: "t.priority",
      conditions: "t.conditions",
    },
  },
  topic: { table: "topics", key: "key", name: "t.name", fields: ["key", "name", "data"] },
  subscriber: {
    table: "subscribers",
    key: "subscriber_id",
    isMarked: true,
    name: "nullif(concat_ws(' ', t.first_name, t.last_name), '')",
    fields: {
      ...columns(["first_name", "last_name", "email", "phone", "avatar", "locale", "timezone", "hours", "data"]),
      // Tokens and addresses of webhooks are secrets of the subscriber: only their number is shown.
      channels: "jsonb_array_length(t.channels)",
    },
  },
  schedule: {
    table: "schedules",
    name: "t.name",
    fields: [
      "name",
      "workflow_id",
      "event",
      "recurrence",
      "timezone",
      "in_subscriber_timezone",
      "start_at",
      "end_at",
      "missed",
      "status",
    ],
  },
  webhook_endpoint: {
    table: "webhook_endpoints",
    name: "t.url",
    isMarked: true,
    fields: ["url", "description", "event_types", "active", "secret"],
  },
  alert_rule: {
    table: "alert_rules",
    name: "t.name",
    fields: ["name", "events", "frequency", "emails", "slack_url", "active"],
  },
  failure_group: { table: "failure_groups", name: "t.text", fields: ["state", "state_reason", "ignore_rule"] },
  pause: { table: "pauses", name: "t.reason", fields: ["reason", "workflow_id", "subscriber_id", "state"] },
  resumption: {
    table: "resumptions",
    name: "coalesce(t.name, t.version)",
    fields: ["name", "run_ids", "filter", "version", "spread_seconds", "state"],
  },
  cancellation: { table: "resumptions", name: "t.name", fields: ["name", "run_ids", "filter", "state"] },
} as const satisfies Record<string, Source>;

export type AuditedType = keyof typeof SOURCES;

export const isAuditedType = (type: string): type is AuditedType => Object.hasOwn(SOURCES, type);

/**
 * Reads an entity before or after a change, and keeps others from changing it until the transaction ends. Undefined where
 * there is none of that id.
 */
export async function readAuditedEntity(
  transaction: Transaction,
  { organizationId, environmentId }: { organizationId: string; environmentId: string | undefined },
  type: AuditedType,
  id: string,
): Promise<AuditedEntity | undefined> {
  const source: Source = SOURCES[type];
  const by = source.key ?? (isUuid(id) ? "id" : source.alias);
  if (by === undefined) return undefined;
  const owners = [
    ...(type === "organization" ? [] : [organizationId]),
    ...(source.isOrganizationWide ? [] : [environmentId ?? null]),
  ];
  const [entity] = await taggedOf(transaction).unsafe<AuditedEntity[]>(statementOf(type, by), [id, ...owners], {
    prepare: true,
  });
  return entity;
}

const statements = new Map<string, string>();

/** The text that reads an entity by one of its columns. Its parameters are the id, and its owners as the columns say. */
function statementOf(type: AuditedType, by: string): string {
  const known = statements.get(`${type} ${by}`);
  if (known !== undefined) return known;
  const source: Source = SOURCES[type];
  const owners = [
    ...(type === "organization" ? [] : ["organization_id"]),
    ...(source.isOrganizationWide ? [] : ["environment_id"]),
  ];
  const where = [`t.${by} = $1`, ...owners.map((column, index) => `t.${column} = $${index + 2}`)];
  if (source.isMarked) where.push("t.deleted_at is null");
  const text = `select t.${source.key ?? "id"}::text as id, ${source.name} as name, ${fieldsOf(source)} as fields
    from ${source.table} t where ${where.join(" and ")} ${source.isLockedElsewhere ? "" : "for no key update of t"}`;
  statements.set(`${type} ${by}`, text);
  return text;
}

function columns(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [camelCase(name), `t.${name}`]));
}

function fieldsOf({ fields }: Source): string {
  const all = isList(fields) ? columns(fields) : fields;
  const parts = Object.entries(all).map(([name, expression]) => `'${name}', ${expression}`);
  return `jsonb_build_object(${parts.join(", ")})`;
}

const isList = (fields: Source["fields"]): fields is readonly string[] => Array.isArray(fields);

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
