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

function entryOf({ catalogueEntry, readReports, oauth }: AnyProvider): string {
  const { id, displayName, betaVersion, credentials } = catalogueEntry;
  const marks = { beta: betaVersion, reports: readReports, OAuth: oauth };
  const marked = Object.entries(marks).flatMap(([mark, has]) => (has ? [`_${mark}_`] : []));
  const about = [code(id), ...marked].join(", ");
  const asked = credentials.length > 0 ? `: ${credentials.map(credentialOf).join(", ")}` : ", without credentials";
  return `- **${escaped(displayName)}** (${about})${asked}.`;
}

function sectionOf(channel: Channel): string {
  const entries = providers.filter((provider) => provider.channel === channel).map(entryOf);
  return `## ${TITLES[channel]} (${entries.length})\n\n${entries.join("\n")}`;
}

export const providerList = documentPart("docs/providers.md", "providers/registry.ts", () =>
  CHANNELS.map(sectionOf).join("\n\n"),
);
