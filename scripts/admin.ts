import { parseArgs } from "node:util";
import { type Config, loadConfig } from "#config.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { createFirstOrganization } from "#db/first-organization.ts";
import { addressOf } from "#domain/context-paths.ts";
import { DomainError } from "#domain/errors.ts";
import { databaseOf } from "./database-of.ts";
import { explain, Problem, systemCode } from "./problem.ts";
import { readPassword } from "./read-password.ts";

// `npm run admin`: what has to be done before anybody can sign in.

const UNDEFINED_TABLE = "42P01";
const usage =
  "Say what to do: npm run admin -- create-organisation --name Acme --email ada@example.com\n" +
  "The password is BELFRY_ADMIN_PASSWORD, else the first line of standard input (or --password, which others on this machine can see).";

try {
  const { command, name, email, password } = parseCommand(process.argv.slice(2));
  if (command !== "create-organisation" || name === undefined || email === undefined) throw new Problem(usage);
  const config = loadConfig();
  const databaseUrl = databaseOf(config);
  const given = password ?? config.adminPassword ?? (await readPassword());
  console.log(await createOrganisation(config, databaseUrl, { name, email, password: given }));
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}

function sentenceOf(error: unknown): string {
  if (error instanceof DomainError) return `${error.message}.`;
  const code = systemCode(error);
  if (code === UNDEFINED_TABLE) return "The database has no tables yet: run `npm run db:migrate` first.";
  if (code === "ECONNREFUSED" || code === "ENOTFOUND")
    return `The database of DATABASE_URL cannot be reached (${code}).`;
  // The driver's error says more than the statement that it is wrapped in.
  return error instanceof Error && error.cause !== undefined ? sentenceOf(error.cause) : explain(error);
}

function parseCommand(args: string[]) {
  const text = { type: "string" } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { name: text, email: text, password: text },
      allowPositionals: true,
    });
    return { command: positionals.join(" "), ...values };
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

async function createOrganisation(
  config: Config,
  databaseUrl: string,
  given: { name: string; email: string; password: string },
): Promise<string> {
  const db = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    const { email, development, production } = await createFirstOrganization(db, config, given);
    return `
${given.name} is created, and ${email} is its administrator.

                           Development                        Production
  API key                  ${development.apiKey}   ${production.apiKey}
  Application identifier   ${development.identifier.padEnd(32)}   ${production.identifier}

Next: sign in at ${addressOf(config, "web")} and write a workflow, or call the API with a key (${addressOf(config, "api", "/docs")}).
Keep the keys secret.
`;
  } finally {
    await closeDatabase(db);
  }
}
