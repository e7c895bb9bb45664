import { withoutTrailingSlashes } from "#contract/constants/values/trailing-slashes.ts";

/** The domain that Mailgun sends for, and the region of its account. */
export interface MailgunDomain {
  baseUrl?: string | undefined;
  domain: string;
}

/** The address of what Mailgun keeps for a domain. A slash in the domain would lead to another address, which answers 200. */
export function mailgunAddress({ baseUrl, domain }: MailgunDomain, folder = ""): string {
  const base = withoutTrailingSlashes(baseUrl ?? "https://api.mailgun.net");
  return `${base}/v3/${folder}${encodeURIComponent(domain)}`;
}
