import { isAbsentRecord, type Lookups } from "./dns-lookups.ts";

/** Whether mail can be sent to a domain: yes, no, or nobody can say. */
export type SenderDomain = "found" | "absent" | "unanswered";

/** Looks up where mail to the domain of an address would go: its MX records, and without any its own address (RFC 5321 5.1). */
export async function findSenderDomain(address: string, lookups: Lookups): Promise<SenderDomain> {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  // An address literal, [192.0.2.1], needs no record.
  if (domain.startsWith("[")) return "found";
  try {
    const servers = await found(lookups.ask((resolver) => resolver.resolveMx(domain)));
    // One MX record without a name says that the domain takes no mail: RFC 7505.
    if (servers) return servers.some(({ exchange }) => !["", "."].includes(exchange)) ? "found" : "absent";
    const hasAddress =
      (await found(lookups.ask((resolver) => resolver.resolve4(domain)))) ??
      (await found(lookups.ask((resolver) => resolver.resolve6(domain))));
    return hasAddress ? "found" : "absent";
  } catch {
    return "unanswered";
  }
}

/** Returns the records, or undefined when there are none. Throws when nobody can say. */
async function found<T>(asking: Promise<T[]>): Promise<T[] | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isAbsentRecord(error)) return undefined;
    throw error;
  }
}
