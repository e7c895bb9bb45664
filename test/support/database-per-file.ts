import { afterAll } from "vitest";
import { setTestDatabase } from "./postgres.ts";
import { createTestDatabase } from "./test-database.ts";

// Each test file gets a copy of the migrated template: no file sees another's rows or notifications.

const { url, drop } = await createTestDatabase();
setTestDatabase(url);
afterAll(drop);
