import { parseExactJson, writeIntegersExactly } from "#contract/constants/values/exact-json.ts";

// What was read with large integers is shown, changed and sent again.
writeIntegersExactly();

export { parseExactJson };
