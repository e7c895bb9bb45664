/** A name with at least two labels; an address of IPv4 or IPv6 is none. */
const FULL_NAME = /^(?![\d.]+$)[a-z\d_-]+(?:\.[a-z\d_-]+)+\.?$/i;

/**
 * Returns the name by which the installation introduces itself to mail servers (EHLO) and writes its Message-IDs: that of its own mail
 * server, else the host of its public address. Undefined where neither is a full name of DNS, which RFC 5321 section 4.1.4 asks for.
 */
export const installationName = ({
  mailHost,
  publicUrl,
}: {
  mailHost: string | null;
  /** A web address. */
  publicUrl: string | null;
}): string | undefined =>
  [mailHost ?? "", publicUrl === null ? "" : new URL(publicUrl).hostname]
    .find((name) => FULL_NAME.test(name))
    ?.replace(/\.$/, "");
