/** Something that the person at the terminal can mend: the message is what they read, remedy included; no stack. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** The `code` of a system error such as ENOENT; null for anything else. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** Returns the text to print for anything thrown: our own sentences as they are, well-known system errors as sentences. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "Problem" || error.name === "ConfigError") return error.message;
  switch (systemCode(error)) {
    case "ENOSPC":
      return "The disk is full: free some space, then start again.";
    case "EDQUOT":
      return "Your disk quota is used up: free some space, then start again.";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `A file may not be written (${error.message}): give this user the right to, or set BELFRY_DATA_DIR to a folder of its own.`;
    case "EMFILE":
    case "ENFILE":
      return "Too many files are open: raise the limit (ulimit -n 4096), then start again.";
    default:
      return error.stack ?? error.message;
  }
}
