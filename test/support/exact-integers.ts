import { writeIntegersExactly } from "#contract/constants/values/exact-json.ts";

// As processes and threads of the server do, and the dashboard.
writeIntegersExactly();
