import { writeIntegersExactly } from "#contract/constants/exact-json.ts";

// As processes and threads of the server do, and the dashboard.
writeIntegersExactly();
