import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signalProcess } from "#scripts/process-table.ts";
import { createDataDir } from "#test/support/data-dirs.ts";
import {
  eventually,
  isHealthy,
  type PartName,
  type Product,
  runningParts,
  startInVain,
  startProduct,
} from "#test/support/processes.ts";

describe("one product", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ cold: true });
  });
  afterAll(() => product.interrupt());

  test("a start prints the addresses, the login and a curl that sends a first notification", () => {
    const { apiUrl, dashboardUrl, inboxDemoUrl, temporalUiUrl, email, password, apiKey } = product.dev;
    for (const part of [dashboardUrl, inboxDemoUrl, temporalUiUrl, email, password, apiKey]) {
      expect(product.output()).toContain(part);
    }
    expect(product.output()).toContain(`curl -X POST ${apiUrl}/v1/events/trigger`);
  });

  test("the Temporal UI answers at the printed address", async () => {
    expect((await fetch(product.dev.temporalUiUrl)).status).toBe(200);
  });

  test("a second start from the same data folder is refused with the way out", async () => {
    const { output, exitCode } = await startInVain({ dataDir: product.dataDir });
    expect(exitCode).toBe(1);
    expect(output).toMatch(/already runs from this data folder .* set BELFRY_DATA_DIR and BELFRY_PORT/);
    expect(await isHealthy(product.dev.apiUrl)).toBe(true);
  });

  test("a second product with another port and data folder runs beside it", async () => {
    const second = await startProduct();
    expect(second.dev.databaseUrl).not.toBe(product.dev.databaseUrl);
    expect(second.dev.temporalAddress).not.toBe(product.dev.temporalAddress);
    await second.interrupt();
    expect(await isHealthy(product.dev.apiUrl)).toBe(true);
  });

  test.each<PartName>(["Belfry", "Temporal", "Postgres"])(
    "%s is started again when it is killed, and said so",
    async (name) => {
      const killed = product.part(name);
      signalProcess(killed, "SIGKILL");
      await eventually(`${name} runs again`, 60_000, () => product.output().includes(`${name} runs again.`));
      expect(product.output()).toContain(`${name} stopped unexpectedly (SIGKILL)`);
      expect(product.part(name).birth).not.toBe(killed.birth);
      await eventually("the product is healthy", 30_000, () => isHealthy(product.dev.apiUrl));
    },
  );
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
