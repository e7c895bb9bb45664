import type { ApiKeyType } from "../constants/api-keys.ts";
import type { Permission } from "../constants/permission-names.ts";

/**
 * One way to call an operation:
 * - `public`: without a credential.
 * - `key`: with an API key whose role has the permission. Where `reach` is `organization`, with an organisation key alone; else also
 *   with a key of an environment, in which the call acts then.
 * - `member`: with a member's token, for members whose roles have the permission. `environment` says whether the call acts in the
 *   environment of the Novu-Environment-Id header, or in the organisation as a whole. `content.edit` is refused in an environment that
 *   is published to, unless the call is `neverPublished`: what it changes is not published, so that each environment has its own.
 * - `person`: with the token of anybody who signed in, whether or not it names an organisation. The call concerns the person.
 * - `subscriber`: with the token of an inbox session in the Authorization header.
 * - `socket`: with the same token in the query of a WebSocket upgrade. The handler verifies it, because browsers hide the
 *   status of a refused upgrade from the page: the socket is opened and closed with a code.
 */
export type Grant =
  | { kind: "public" }
  | { kind: "key"; reach: ApiKeyType }
  | { kind: "member"; permission: Permission; environment: "required" | "optional"; neverPublished?: true }
  | { kind: "person" }
  | { kind: "subscriber" }
  | { kind: "socket" };

/** The ways to call an operation. A caller needs to satisfy one of them. */
export type Access = readonly [Grant, ...Grant[]];

export const PUBLIC = { kind: "public" } as const satisfies Grant;
export const KEY = { kind: "key", reach: "environment" } as const satisfies Grant;
/** Keys of a call that spans environments. */
export const ORGANIZATION_KEY = { kind: "key", reach: "organization" } as const satisfies Grant;
export const PERSON = { kind: "person" } as const satisfies Grant;
/** Any member, for a call that only reads an environment. */
export const READER = membersWith("environment.read", "required");
/** Those who may work in an environment. */
export const MEMBER = membersWith("environment.use", "required");
/** Those who may change what is published from an environment to the next one; not in that one. */
export const EDITOR = membersWith("content.edit", "required");
/** The same for what is not published: in each environment. */
export const EDITOR_EVERYWHERE = {
  kind: "member",
  permission: "content.edit",
  environment: "required",
  neverPublished: true,
} as const satisfies Grant;
/** Those who may publish from an environment to another one. */
export const PUBLISHER = membersWith("content.publish", "required");
/** Those who may see the API keys of an environment, and of the organisation. */
export const KEYS_READER = membersWith("keys.read", "required");
export const ORGANIZATION_KEYS_READER = membersWith("keys.read", "optional");
/** Those who may create, roll and end API keys of an environment, and of the organisation. */
export const KEYS_ADMIN = membersWith("keys.manage", "required");
export const ORGANIZATION_KEYS_ADMIN = membersWith("keys.manage", "optional");
/** Those who may change the limits of an environment. */
export const ADMIN = membersWith("environment.limit", "required");
/** Those who may take data of many people in or out, or all of one person's. */
export const DATA_ADMIN = membersWith("data.transfer", "required");
/** Any member, in the organisation as a whole. */
export const ORGANIZATION_MEMBER = membersWith("organization.read", "optional");
export const ORGANIZATION_ADMIN = membersWith("organization.manage", "optional");
/** Those who may read what everybody in the organisation changed. */
export const AUDIT_ADMIN = membersWith("audit.read", "optional");
export const MEMBERS_ADMIN = membersWith("members.manage", "optional");
export const ROLES_ADMIN = membersWith("roles.manage", "optional");
/** Those who manage environments: all of them, or the one of the call. */
export const ENVIRONMENTS_ADMIN = membersWith("environment.manage", "optional");
/** Those who may set the variables of environments: values are read by every workflow. */
export const VARIABLES_ADMIN = membersWith("environment.manage", "required");
/** Those who manage the webhook endpoints of an environment. */
export const WEBHOOKS_ADMIN = membersWith("webhooks.manage", "required");
/** Those who may pull the events of an environment. */
export const EVENTS_PULLER = membersWith("webhooks.pull", "required");
export const SUBSCRIBER = { kind: "subscriber" } as const satisfies Grant;
export const SOCKET = { kind: "socket" } as const satisfies Grant;

function membersWith<const P extends Permission, const E extends "required" | "optional">(
  permission: P,
  environment: E,
) {
  return { kind: "member", permission, environment } as const;
}

/** The permission that an API key needs for a call. For what only keys may do, it is the one to work in an environment. */
export function permissionOfKeys(access: Access): Permission {
  const member = access.find((grant) => grant.kind === "member");
  return member?.permission ?? "environment.use";
}
