import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { projectRoot } from "#config.ts";
import { CHANNELS, type Channel } from "#contract/constants/channels.ts";
import type { CredentialField } from "#contract/providers.ts";
import type { AnyProvider } from "#providers/provider.ts";
import { providers } from "#providers/registry.ts";

// Writes docs/providers.md from the catalogue. With --check it writes nothing and fails when the file is out of date.

const TITLES: Readonly<Record<Channel, string>> = {
  in_app: "Inbox",
  email: "E-mail",
  sms: "SMS",
  chat: "Chat",
  push: "Push",
};

const INTRODUCTION = `# Providers

Made by \`scripts/provider-docs.ts\` from the catalogue, which the API serves at \`GET /v1/integrations/providers\`. How to add one: see
[CONTRIBUTING.md](../CONTRIBUTING.md).

A provider that is _beta_ follows its vendor's public documents, of which some points were not confirmed against the vendor. With
_reports_, what the vendor says about messages that it has taken is read at the \`reportUrl\` of the integration, which the API shows, and
appears in the execution details. Vendors that can be told an address with each message are told this one by themselves; at all others it is
set up by hand. A vendor can be told nothing where \`BELFRY_PUBLIC_URL\` is an address of this machine or of a private network. With
_OAuth_, subscribers can connect a channel themselves: see [chat-oauth.md](chat-oauth.md).
Secret credentials are stored encrypted and never shown again.`;

const escaped = (text: string): string => text.replace(/[<*_[\]]/g, "\\$&");

function credentialOf({ key, displayName, required, secret }: CredentialField): string {
  const about = [`\`${key}\``, ...(secret ? ["secret"] : []), ...(required ? [] : ["optional"])];
  return `${escaped(displayName)} (${about.join(", ")})`;
}

function entryOf({ catalogueEntry, readReports, oauth }: AnyProvider): string {
  const { id, displayName, betaVersion, credentials } = catalogueEntry;
  const marks = { beta: betaVersion, reports: readReports, OAuth: oauth };
  const marked = Object.entries(marks).flatMap(([mark, has]) => (has ? [`_${mark}_`] : []));
  const about = [`\`${id}\``, ...marked].join(", ");
  const asked = credentials.length > 0 ? `: ${credentials.map(credentialOf).join(", ")}` : ", without credentials";
  return `- **${escaped(displayName)}** (${about})${asked}.`;
}

function sectionOf(channel: Channel): string {
  const entries = providers.filter((provider) => provider.channel === channel).map(entryOf);
  return [`## ${TITLES[channel]} (${entries.length})`, "", ...entries].join("\n");
}

const file = join(projectRoot, "docs/providers.md");
const text = `${[INTRODUCTION, ...CHANNELS.map(sectionOf)].join("\n\n")}\n`;
const { stdout } = await execa("biome", ["format", `--stdin-file-path=${file}`], {
  cwd: projectRoot,
  preferLocal: true,
  input: text,
  stripFinalNewline: false,
});

if (!process.argv.includes("--check")) writeFileSync(file, stdout);
else if (readFileSync(file, "utf8") !== stdout) {
  console.error("docs/providers.md is out of date: run `npx tsx scripts/provider-docs.ts`.");
  process.exitCode = 1;
}
