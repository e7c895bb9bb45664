import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { removeSecondFactorOf } from "#api/services/people/second-factor.ts";
import { type Config, loadConfig } from "#config.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { createFirstOrganization } from "#db/first-organization.ts";
import { addressOf } from "#domain/conditions/context-paths.ts";
import { DomainError } from "#domain/errors.ts";
import { databaseOf } from "./database-of.ts";
import { explain, Problem, systemCode } from "./problem.ts";
import { readPassword } from "./read-password.ts";

// `npm run admin`: what nobody can do who is signed in, as nobody is, or as somebody cannot sign in any more.

const UNDEFINED_TABLE = "42P01";

interface Given {
  name?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
}

const COMMANDS: ReadonlyMap<string, (given: Given) => Promise<string>> = new Map([
  ["create-organisation", createOrganisation],
  ["remove-second-factor", removeSecondFactor],
]);

const usage =
  "Say what to do: npm run admin -- create-organisation --name Acme --email ada@example.com\n" +
  "or: npm run admin -- remove-second-factor --email ada@example.com\n" +
  "The password of a new organisation is BELFRY_ADMIN_PASSWORD, else the first line of standard input (or --password, which others on this machine can see).";

try {
  const { command, ...given } = parseCommand(process.argv.slice(2));
  const run = COMMANDS.get(command);
  if (!run) throw new Problem(usage);
  console.log(await run(given));
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

/** Opens the database of the configuration for as long as something is done with it. */
async function withDatabase<T>(use: (db: Database, config: Config) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const db = openDatabase(databaseOf(config), { poolSize: 1 });
  try {
    return await use(db, config);
  } finally {
    await closeDatabase(db);
  }
}

async function createOrganisation({ name, email: address, password }: Given): Promise<string> {
  if (name === undefined || address === undefined) throw new Problem(usage);
  return withDatabase(async (db, config) => {
    const given = { name, email: address, password: password ?? config.adminPassword ?? (await readPassword()) };
    const { email, development, production } = await createFirstOrganization(db, config, given);
    return `
${name} is created, and ${email} is its administrator.

                           Development                        Production
  API key                  ${development.apiKey}   ${production.apiKey}
  Application identifier   ${development.identifier.padEnd(32)}   ${production.identifier}

Next: sign in at ${addressOf(config, "web")} and write a workflow, or call the API with a key (${addressOf(config, "api", "/docs")}).
Keep the keys secret.
`;
  });
}

async function removeSecondFactor({ email }: Given): Promise<string> {
  if (email === undefined) throw new Problem(usage);
  return withDatabase(async (db, { planLimits, encryptionKey }) => {
    const operator = { address: "", userAgent: "npm run admin", requestId: randomUUID(), planLimits, encryptionKey };
    await removeSecondFactorOf(db, operator, email);
    return `The second factor of ${email} is off, and all of its sessions have ended. The audit log says so. A sign-in takes the password alone.`;
  });
}
