import packageJson from "../package.json" with { type: "json" };

/** Belfry's version, as package.json names it. */
export const { version } = packageJson;
