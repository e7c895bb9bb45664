import { createHmac } from "node:crypto";
import { z } from "zod";
import { PREFERENCE_LINK_DAYS } from "#contract/constants/limits.ts";
import { DAY, HOUR } from "#contract/constants/values/times.ts";
import { addressOf, type ContextPaths } from "#domain/conditions/context-paths.ts";
import type { ContextKeys } from "#domain/contexts.ts";
import { isUuid } from "#domain/values/uuid.ts";

/** Issuer of all tokens that `BELFRY_SECRET` signs; their audiences keep them apart. */
export const TOKEN_ISSUER = "belfry_api";
export const PREFERENCE_AUDIENCE = "preferences";

/** The person whose preferences a link opens, and the workflow whose message carries it. All ids are Belfry's. */
export interface PreferenceLinkOwner {
  environmentId: string;
  subscriberId: string;
  workflowId?: string | undefined;
  /** Of the message that carries it: choices are for its contexts. */
  contextKeys?: ContextKeys;
  /** Made by a member, who then chooses in the person's place. */
  isMembers?: boolean;
}

/** The settings that links are made by. */
export interface LinkSettings {
  readonly secret: string;
  readonly publicUrl: string;
  readonly contextPaths: ContextPaths;
}

const HEADER = Buffer.from('{"alg":"HS256"}').toString("base64url");

/** The moment from which a link that is made now is refused. */
export const preferenceLinkExpiry = (now: Date): Date =>
  // Whole seconds: a token has no finer ones.
  new Date(Math.floor((now.getTime() + PREFERENCE_LINK_DAYS * DAY) / 1000) * 1000);

/** Milliseconds for which a link that a member makes is valid. */
const MEMBERS_LINK_MS = HOUR;

/** The moment from which a link that a member makes now is refused. */
export const membersLinkExpiry = (now: Date): Date =>
  new Date(Math.floor((now.getTime() + MEMBERS_LINK_MS) / 1000) * 1000);

/**
 * Signs the token of a link as a JWT, which `api/tokens.ts` verifies. A slice signs one for each mail, so that it is one call of the
 * native HMAC, and ids are written in 22 characters, so that the link stays short in text messages.
 */
export function signPreferenceToken(
  { environmentId, subscriberId, workflowId, contextKeys, isMembers }: PreferenceLinkOwner,
  secret: string,
  expiresAt: Date,
): string {
  const claims = {
    iss: TOKEN_ISSUER,
    aud: PREFERENCE_AUDIENCE,
    exp: Math.floor(expiresAt.getTime() / 1000),
    env: shortened(environmentId),
    sub: shortened(subscriberId),
    ...(workflowId !== undefined && { wf: shortened(workflowId) }),
    ...(contextKeys && { ctx: contextKeys }),
    ...(isMembers && { mem: true }),
  };
  const signed = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

const Claims = z.object({
  env: z.string(),
  sub: z.string(),
  wf: z.string().optional(),
  ctx: z.array(z.string()).optional(),
  mem: z.boolean().optional(),
});

/** Reads the claims of a token whose signature is right; undefined for those of another kind. */
export function preferenceLinkOwner(claims: unknown): PreferenceLinkOwner | undefined {
  const { data } = Claims.safeParse(claims);
  if (!data) return undefined;
  const [environmentId, subscriberId] = [lengthened(data.env), lengthened(data.sub)];
  const workflowId = data.wf === undefined ? undefined : lengthened(data.wf);
  const ids = [environmentId, subscriberId, ...(workflowId === undefined ? [] : [workflowId])];
  return ids.every(isUuid)
    ? {
        environmentId,
        subscriberId,
        ...(workflowId !== undefined && { workflowId }),
        ...(data.ctx && { contextKeys: data.ctx }),
        ...(data.mem && { isMembers: true }),
      }
    : undefined;
}

const shortened = (uuid: string): string => Buffer.from(uuid.replaceAll("-", ""), "hex").toString("base64url");

const lengthened = (text: string): string =>
  Buffer.from(text, "base64url")
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** The public address of the page that a token opens. */
export const preferencesUrlOf = (settings: LinkSettings, token: string): string =>
  addressOf(settings, "api", `/v1/preferences-page/${token}`);

/** The public address that unsubscribes from the workflow of a token: RFC 8058. */
export const unsubscribeUrlOf = (settings: LinkSettings, token: string): string =>
  `${preferencesUrlOf(settings, token)}/one-click`;
