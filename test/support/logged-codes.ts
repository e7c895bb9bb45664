import { createLogger } from "#telemetry/logger.ts";

/** A logger, and the codes of the lines that it has written since they were last read. */
export function codeLogger() {
  const codes: unknown[] = [];
  const write = (line: string) => {
    const { code } = JSON.parse(line);
    if (code !== undefined) codes.push(code);
  };
  return { logger: createLogger({ logLevel: "info" }, { write }), takeCodes: () => codes.splice(0) };
}
