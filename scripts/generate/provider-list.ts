import { CHANNELS, type Channel } from "#contract/constants/channels.ts";
import type { CredentialField } from "#contract/providers.ts";
import type { AnyProvider } from "#providers/provider.ts";
import { providers } from "#providers/registry.ts";
import { code, documentPart } from "./output.ts";

const TITLES: Readonly<Record<Channel, string>> = {
  in_app: "Inbox",
  email: "E-mail",
  sms: "SMS",
  chat: "Chat",
  push: "Push",
};

const escaped = (text: string): string => text.replace(/[<*_[\]]/g, "\\$&");

function credentialOf({ key, displayName, required, secret }: CredentialField): string {
  const about = [code(key), ...(secret ? ["secret"] : []), ...(required ? [] : ["optional"])];
  return `${escaped(displayName)} (${about.join(", ")})`;
}

/** The limit that the vendor documents, with its page. */
function paceOf({ pace }: AnyProvider): string {
  if (!pace) return "";
  const { perSecond, burst, concurrent, source } = pace;
  const limits = [
    ...(perSecond === undefined ? [] : [`${perSecond.toLocaleString("en")} a second`]),
    ...(burst === undefined ? [] : [`${burst.toLocaleString("en")} at once`]),
    ...(concurrent === undefined ? [] : [`${concurrent.toLocaleString("en")} under way`]),
  ];
  return ` At most [${limits.join(", ")}](${source}).`;
}

function entryOf(provider: AnyProvider): string {
  const { catalogueEntry, readReports, list, oauth } = provider;
  const { id, displayName, betaVersion, credentials } = catalogueEntry;
  const marks = { beta: betaVersion, reports: readReports, lifts: list, OAuth: oauth };
  const marked = Object.entries(marks).flatMap(([mark, has]) => (has ? [`_${mark}_`] : []));
  const about = [code(id), ...marked].join(", ");
  const asked = credentials.length > 0 ? `: ${credentials.map(credentialOf).join(", ")}` : ", without credentials";
  return `- **${escaped(displayName)}** (${about})${asked}.${paceOf(provider)}`;
}

function sectionOf(channel: Channel): string {
  const entries = providers.filter((provider) => provider.channel === channel).map(entryOf);
  return `## ${TITLES[channel]} (${entries.length})\n\n${entries.join("\n")}`;
}

export const providerList = documentPart("docs/providers.md", "providers/registry.ts", () =>
  CHANNELS.map(sectionOf).join("\n\n"),
);
