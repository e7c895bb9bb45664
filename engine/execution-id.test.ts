import { expect, test } from "vitest";
import { environmentOf, executionId, executionType } from "./execution-id.ts";
import { cohortExecutionId, SERVER_ID_BYTES } from "./ids.ts";

const name = { workflow: "order-shipped", environment: "development-0a1b2c3d", transactionId: "order-5" };

test("an id that a server can store is the customer's names, as it has always been", () => {
  expect(executionId(name)).toBe("order-shipped/development-0a1b2c3d/order-5");
  const rest = SERVER_ID_BYTES - "order-shipped/development-0a1b2c3d/".length - 16;
  const longest = { ...name, transactionId: "x".repeat(rest) };
  expect(executionId(longest)).toBe(`order-shipped/development-0a1b2c3d/${longest.transactionId}`);
});

test.each([
  ["transactionId", { transactionId: "é".repeat(255) }],
  ["workflow", { workflow: "🛎".repeat(127) }],
  ["environment", { environment: "x".repeat(300) }],
])("a long %s is cut, so that the ids of cohorts fit as well, and stays apart from others", (part, long) => {
  const id = executionId({ ...name, ...long });
  expect(Buffer.byteLength(cohortExecutionId(id, 99_999))).toBeLessThanOrEqual(SERVER_ID_BYTES);
  expect(id).toBe(executionId({ ...name, ...long }));
  expect(id).not.toContain("\uFFFD");
  expect(executionId({ ...name, ...long, [part]: `${Object.values(long)[0]}!` })).not.toBe(id);
});

test("the names still begin an id that was cut, and name its environment", () => {
  const id = executionId({ ...name, transactionId: `order-5-${"x".repeat(247)}` });
  expect(id).toMatch(/^order-shipped\/development-0a1b2c3d\/order-5-x+~.{22}$/);
  expect(environmentOf(id)).toBe(name.environment);
});

test("the type of an execution fits as well, and two long identifiers have two types", () => {
  const type = executionType("é".repeat(255));
  expect(Buffer.byteLength(type)).toBeLessThanOrEqual(SERVER_ID_BYTES);
  expect(executionType(`${"é".repeat(254)}a`)).not.toBe(type);
  expect(executionType("order-shipped")).toBe("order-shipped");
});
