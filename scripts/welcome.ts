import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#config.ts";
import { addressOf } from "#domain/conditions/context-paths.ts";
import { writeJson } from "./files.ts";

/** The content of `<data dir>/dev.json`, by which scripts and tests reach the product that runs from that folder. */
export interface DevFile {
  /** The address that /v1 is appended to. */
  readonly apiUrl: string;
  readonly dashboardUrl: string;
  readonly inboxDemoUrl: string;
  readonly temporalAddress: string;
  /** Empty when a Temporal of someone else's is used and TEMPORAL_UI_URL is not set. */
  readonly temporalUiUrl: string;
  readonly databaseUrl: string;
  /** Of Development. */
  readonly apiKey: string;
  /** For what spans environments. */
  readonly organizationApiKey: string;
  readonly applicationIdentifier: string;
  readonly environmentId: string;
  readonly email: string;
  readonly password: string;
}

/** The demo organisation's workflow and subscriber that the first notification is for. */
export interface FirstNotification {
  readonly workflowIdentifier: string;
  readonly subscriberId: string;
}

const devFile = (config: Config) => join(config.dataDir, "dev.json");

export function writeDevFile(config: Config, content: DevFile): void {
  writeJson(devFile(config), content, 0o600);
}

/** Nothing may point to a product that does not run. */
export function removeDevFile(config: Config): void {
  rmSync(devFile(config), { force: true });
}

/** The addresses under which a browser on this machine finds the product. */
export function addresses(
  config: Config,
  inbox: { applicationIdentifier: string; subscriberId: string },
): Pick<DevFile, "apiUrl" | "dashboardUrl" | "inboxDemoUrl"> {
  const { applicationIdentifier, subscriberId } = inbox;
  const session = new URLSearchParams({ applicationIdentifier, subscriberId });
  return {
    apiUrl: addressOf(config, "api"),
    dashboardUrl: addressOf(config, "web", "/"),
    inboxDemoUrl: addressOf(config, "widget", `/inbox/?${session}`),
  };
}

/** Address at which replies to emails are received; null when they are not. */
export const inboundMailAddress = ({ inboundMail }: Pick<Config, "inboundMail">): string | null =>
  inboundMail && `smtp://${inboundMail.host}:${inboundMail.port}`;

export function welcome(
  dev: DevFile,
  first: FirstNotification,
  { logs, inboundMail }: { logs: string; inboundMail: string | null },
): string {
  const body = JSON.stringify({
    name: first.workflowIdentifier,
    to: first.subscriberId,
    payload: { product: "Belfry" },
  });
  return `
Belfry runs.

  Dashboard    ${dev.dashboardUrl}   sign in as ${dev.email} with password ${dev.password}
  Inbox demo   ${dev.inboxDemoUrl}   open it and watch the bell
  API          ${dev.apiUrl}/v1   documented at ${dev.apiUrl}/docs
  Temporal UI  ${dev.temporalUiUrl}
  API key      ${dev.apiKey}${inboundMail === null ? "" : `\n  Inbound mail ${inboundMail}`}
  Logs         ${logs}

Send a first notification:

  curl -X POST ${dev.apiUrl}/v1/events/trigger \\
    -H 'Authorization: ApiKey ${dev.apiKey}' -H 'Content-Type: application/json' \\
    -d '${body}'

Ctrl-C stops everything; the next start keeps all data.
`;
}
