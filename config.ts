import { z } from "zod";
import { addresses } from "./config/addresses.ts";
import { database } from "./config/database.ts";
import { installationName } from "./config/installation-name.ts";
import { limits } from "./config/limits.ts";
import { inboundMailServer, mail } from "./config/mail.ts";
import { messages } from "./config/messages.ts";
import { people } from "./config/people.ts";
import { completeSecrets, secrets } from "./config/secrets.ts";
import { developmentTimeScale, server } from "./config/server.ts";
import { ConfigError, readSettings } from "./config/setting.ts";
import { temporal } from "./config/temporal.ts";

export { projectRoot } from "./config/project-root.ts";
export { ConfigError };

/** All groups, in the order of the tables in README.md. */
const Settings = z.object({
  ...server,
  ...addresses,
  ...database,
  ...temporal,
  ...secrets,
  ...people,
  ...mail,
  ...messages,
  ...limits,
});

/** The settings as code takes them: null stands for what is not configured. */
export type Config = Readonly<ReturnType<typeof loadConfig>>;

/** A configuration that names its database and its Temporal: what the API and the worker need. */
export type ServiceConfig = Config & { readonly databaseUrl: string; readonly temporal: { readonly address: string } };

/**
 * Reads the whole configuration. Secrets that development mode lacks are generated once and kept in
 * `<data dir>/secrets.json`, so the call may write that file.
 * @throws ConfigError with one sentence for each variable that does not fit.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  const given = readSettings(Settings, env);
  return {
    ...given,
    ...completeSecrets(given, given),
    publicUrl: given.publicUrl ?? `http://localhost:${given.port}`,
    timeScale: developmentTimeScale(given),
    installation: installationName(given),
    inboundMail: inboundMailServer(given.inboundMail, given),
  };
}

/**
 * The configuration of a process that runs alone, which nobody started a database or Temporal for.
 * @throws ConfigError when DATABASE_URL or TEMPORAL_ADDRESS is missing.
 */
export function requireServices(config: Config): ServiceConfig {
  const { databaseUrl, temporal } = config;
  const { address } = temporal;
  if (databaseUrl === null) throw new ConfigError(missingService("DATABASE_URL", "the address of a Postgres"));
  if (address === null) throw new ConfigError(missingService("TEMPORAL_ADDRESS", "host:port of a Temporal frontend"));
  return { ...config, databaseUrl, temporal: { ...temporal, address } };
}

const missingService = (name: string, what: string) =>
  `${name} is missing: set it to ${what}, or use \`npm start\`, which brings its own.`;

/** Returns the variables that a child process inherits, with some set; kept here so that nothing else touches process.env. */
export function childEnvironment(overrides: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...overrides };
}

/** Whether npm runs this process as the script of that name: npm's own variable, not one of ours. */
export function startedByNpmScript(name: string): boolean {
  return process.env.npm_lifecycle_event === name;
}
