import { setTestDatabase } from "./postgres.ts";
import { workerDatabase } from "./worker-database.ts";

// The files of a worker share a copy of the migrated template, as each of their tests makes its own environment.

setTestDatabase(await workerDatabase(), { ofWorker: true });
