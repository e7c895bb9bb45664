import { preferenceLinkExpiry, preferencesUrlOf, signPreferenceToken, unsubscribeUrlOf } from "#db/preference-token.ts";
import { isCriticalWorkflow } from "#domain/preferences.ts";
import { isReachableByVendors } from "#providers/reports/report-url.ts";
import type { Member } from "./member.ts";
import type { Slice } from "./slice.ts";
import { preferenceLayersOf } from "./step-conditions.ts";

/** Addresses of the page of a member's preferences. */
export interface PreferenceLinks {
  preferencesUrl: string;
  /** Unsubscribes from the workflow; absent where the subscriber has no choice. */
  unsubscribeUrl?: string;
}

const known = new WeakMap<Member, PreferenceLinks>();

/** Returns the links that a message of the slice may carry to the member. Both have one token, which names the workflow. */
export function preferenceLinks(slice: Slice, member: Member): PreferenceLinks {
  const links = known.get(member) ?? newLinks(slice, member);
  known.set(member, links);
  return links;
}

function newLinks(slice: Slice, member: Member): PreferenceLinks {
  const { config } = slice.deps;
  const { environmentId, workflowId, bridge, contextKeys } = slice.event;
  // The definition of an event that names its bridge asks no subscriber, and its workflow is not listed.
  const isChoice = !bridge && !isCriticalWorkflow(preferenceLayersOf(slice, member));
  const { subscriberId } = member;
  const owner = { environmentId, subscriberId, workflowId: bridge ? undefined : workflowId, contextKeys };
  const token = signPreferenceToken(owner, config.secret, preferenceLinkExpiry(slice.now));
  return {
    preferencesUrl: preferencesUrlOf(config, token),
    ...(isChoice && { unsubscribeUrl: unsubscribeUrlOf(config, token) }),
  };
}

/**
 * Returns the address that a mail names for unsubscribing by one click: RFC 8058 demands https, and mail services have to reach it.
 * Undefined where there is none.
 */
export function oneClickUrl(slice: Slice, member: Member): string | undefined {
  const { publicUrl } = slice.deps.config;
  const isPublic = publicUrl.startsWith("https:") && isReachableByVendors(publicUrl);
  return isPublic && member.subscriber ? preferenceLinks(slice, member).unsubscribeUrl : undefined;
}

const LINK_VARIABLES = /\b(?:preferencesUrl|unsubscribeUrl)\b/;

/** Whether a message that is made of these parts may print a link: signing one for everybody costs time. */
export const mayPrintLinks = (...parts: unknown[]): boolean =>
  parts.some((part) => part !== undefined && LINK_VARIABLES.test(JSON.stringify(part)));
