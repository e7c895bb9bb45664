import type { ValueEscapes } from "../provider.ts";

/** An invisible space, which ends a mention before it names anybody. */
const SPACE = "\u200B";

/** For platforms where `@channel` calls people, or Slack's `<!channel>`, and nothing is escaped. */
export const AT_MENTIONS: ValueEscapes = { "@": `@${SPACE}`, "<!": `<${SPACE}` };
