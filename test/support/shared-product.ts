import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { Belfry } from "#client/client.ts";
import type { DevFile } from "#scripts/welcome.ts";
import { fillDataDir } from "./data-dirs.ts";
import { type Product, printedFrom, startProduct, waitUntilReady } from "./processes.ts";

/** Of a product that other files use too: its addresses, and what one file has there. */
export type SharedProduct = Pick<Product, "dev">;

/**
 * The product that journeys share which neither stop it nor count what is in it. The first to ask for it starts it; it ends with the run.
 * `dev` is of the demo's organisation. Its mails to members are read by `sharedMailsTo`.
 */
export async function sharedProduct(): Promise<Pick<Product, "dev" | "output">> {
  const dataDir = join(inject("runFolder"), "shared");
  const server = `smtp://127.0.0.1:${inject("sharedMailPort")}`;
  const env = { BELFRY_SMTP_URL: server, BELFRY_MAIL_FROM: "belfry@example.com" };
  if (isFirst(dataDir)) return startProduct({ dataDir: await fillDataDir(dataDir), env });
  return { dev: await waitUntilReady(dataDir), output: () => printedFrom(dataDir) };
}

/** The same with an organisation and a member of one's own. */
export async function ownOrganization(): Promise<SharedProduct> {
  const { dev } = await sharedProduct();
  const person = { email: `${randomUUID()}@example.com`, password: "Analytical-1843" };
  const { apiUrl } = dev;
  const visitor = new Belfry({ apiUrl, token: () => undefined });
  const names = { firstName: "Ada", lastName: "Lovelace", organizationName: "Analytical Engines" };
  const { token } = await visitor.auth.register({ ...person, ...names });
  const environments = await new Belfry({ apiUrl, token }).environments.getAll();
  const development = environments.find(({ type }) => type === "dev");
  if (!development) throw new Error("A new organisation has no environment for development.");
  const { _id: environmentId, identifier: applicationIdentifier } = development;
  const { apiKeys } = new Belfry({ apiUrl, token, environmentId });
  const { key: apiKey } = await apiKeys.create({ name: "Journey", role: "admin" });
  const { key: organizationApiKey } = await apiKeys.create({ name: "Journey", role: "admin", type: "organization" });
  const own: DevFile = { ...dev, ...person, environmentId, applicationIdentifier, apiKey, organizationApiKey };
  return { dev: own };
}

/** A folder is made once, whoever else tries it at the same time. */
function isFirst(dataDir: string): boolean {
  try {
    mkdirSync(dataDir);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
  // Root's Postgres runs as another user, who has to get in.
  chmodSync(dataDir, 0o711);
  return true;
}
