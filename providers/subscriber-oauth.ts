import type { Http, HttpClient } from "./http/http.ts";
import { withoutSecrets } from "./provider-error.ts";
import { redact } from "./redact.ts";

/** The app at the vendor that an integration's credentials name. */
export interface OauthApp {
  clientId: string;
  secretKey: string;
}

interface AuthorizeRequest {
  redirectUri: string;
  state: string;
}

interface OauthGrant {
  code: string;
  /** The one that the vendor was given when the connection began. */
  redirectUri: string;
}

/** How subscribers connect their own channel at the vendor by OAuth 2: on a page of the vendor's, which then issues a code. */
export interface OauthDefinition {
  /** Hosts that codes are redeemed at. */
  hosts: readonly string[];
  /** Returns the address of the vendor's page. */
  authorizeUrl(app: OauthApp, request: AuthorizeRequest): string;
  /**
   * Redeems a code for the address of the subscriber's channel. Throws OauthRefusedError with the vendor's reason, and ProviderError when
   * there is no answer that can be read.
   */
  redeem(grant: OauthGrant, app: OauthApp, http: Http): Promise<{ webhookUrl: string }>;
}

/** The same for callers outside a provider's file: no error of it names a secret. */
export interface SubscriberOauth extends Pick<OauthDefinition, "authorizeUrl"> {
  redeem(grant: OauthGrant, app: OauthApp, http: HttpClient): Promise<{ webhookUrl: string }>;
}

/** The vendor does not connect the subscriber, for a reason that its answer names. */
export class OauthRefusedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "OauthRefusedError";
  }
}

const MAX_REASON_CHARACTERS = 500;

export const subscriberOauth = ({ hosts, authorizeUrl, redeem }: OauthDefinition): SubscriberOauth => ({
  authorizeUrl,
  async redeem(grant, app, http) {
    const secrets = [app.secretKey, grant.code];
    try {
      return await redeem(grant, app, http.withVendorHosts(hosts));
    } catch (error) {
      if (!(error instanceof OauthRefusedError)) throw withoutSecrets(error, secrets);
      throw new OauthRefusedError(redact(error.message, secrets).slice(0, MAX_REASON_CHARACTERS));
    }
  },
});
