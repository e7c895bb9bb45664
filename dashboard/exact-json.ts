import { parseExactJson, writeIntegersExactly } from "#contract/constants/exact-json.ts";

// What was read with large integers is shown, changed and sent again.
writeIntegersExactly();

export { parseExactJson };
