import { defineConfig } from "vitest/config";

const root = new URL("../../", import.meta.url).pathname;

// `npm run test:sdks`. These tests are apart from `npm test`, which installs none of the SDKs.
export default defineConfig({
  root,
  // The nearest package.json is that of the SDKs, which cannot name folders above it.
  resolve: { alias: [{ find: /^#(contract|test|providers)\//, replacement: `${root}$1/` }] },
  test: {
    include: ["test/vendor-sdks/*.sdk.test.ts"],
    // CommonJS is imported as Node and the compiler do it.
    deps: { interopDefault: false },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
