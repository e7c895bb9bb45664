import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDataDir } from "#test/support/data-dirs.ts";
import { isHealthy, type Product, runningParts, startInVain, startProduct } from "#test/support/processes.ts";
import { sharedProduct } from "#test/support/shared-product.ts";

describe("a start from the source into an empty folder, as after cloning", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ cold: true });
  });
  afterAll(() => product?.end());

  test("prints the addresses, the login and a curl that sends a first notification", () => {
    const { apiUrl, dashboardUrl, inboxDemoUrl, temporalUiUrl, email, password, apiKey } = product.dev;
    for (const part of [dashboardUrl, inboxDemoUrl, temporalUiUrl, email, password, apiKey]) {
      expect(product.output()).toContain(part);
    }
    expect(product.output()).toContain(`curl -X POST ${apiUrl}/v1/events/trigger`);
  });

  test("has the Temporal UI at the printed address", async () => {
    expect((await fetch(product.dev.temporalUiUrl)).status).toBe(200);
  });

  test("is not repeated from the same data folder, which is refused with the way out", async () => {
    const { output, exitCode } = await startInVain({ dataDir: product.dataDir });
    expect(exitCode).toBe(1);
    expect(output).toMatch(/already runs from this data folder .* set BELFRY_DATA_DIR and BELFRY_PORT/);
    expect(await isHealthy(product.dev.apiUrl)).toBe(true);
  });

  test("a second product with another port and data folder runs beside it, and when it has ended", async () => {
    const { dev } = await sharedProduct();
    expect(dev.databaseUrl).not.toBe(product.dev.databaseUrl);
    expect(dev.temporalAddress).not.toBe(product.dev.temporalAddress);
    expect(await isHealthy(product.dev.apiUrl)).toBe(true);
    await product.interrupt();
    expect(await isHealthy(product.dev.apiUrl)).toBe(false);
    expect(await isHealthy(dev.apiUrl)).toBe(true);
  });
});

test("a taken port is said in one sentence that names another one, and nothing is left running", async () => {
  const dataDir = createDataDir();
  const squatter = createServer();
  const port = await new Promise<number>((done) => {
    squatter.listen(0, "127.0.0.1", () => {
      const address = squatter.address();
      done(typeof address === "object" && address ? address.port : 0);
    });
  });
  const { output, exitCode } = await startInVain({ dataDir, port });
  squatter.close();
  expect(exitCode).toBe(1);
  expect(output).toMatch(
    new RegExp(`^Port ${port} on 127.0.0.1 is taken by another program: .*BELFRY_PORT=\\d+ npm start\\.$`, "m"),
  );
  expect(runningParts(dataDir)).toEqual([]);
});

test("a bad setting is said in one sentence", async () => {
  const { output, exitCode } = await startInVain({ env: { BELFRY_MODE: "staging" } });
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^BELFRY_MODE has a value that does not fit: set it to development or production\.$/m);
});
