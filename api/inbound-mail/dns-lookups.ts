import { Resolver } from "node:dns/promises";

/** How long a name server may take for one attempt at a question, in milliseconds; there are two. */
const ATTEMPT_MS = 1_500;

export interface LookupLimits {
  /** Questions in all. */
  questions: number;
  /** For all questions together, from the first one, in milliseconds. */
  ms: number;
  /** Addresses of name servers, with ports; those of the system when not given. */
  nameServers?: readonly string[] | undefined;
}

/** Asks DNS so often and so long, and then no more. */
export interface Lookups {
  /** Throws LookupError for a record that does not exist, and when nobody says within the limits whether it does. */
  ask<T>(question: (resolver: Resolver) => Promise<T>): Promise<T>;
  /** Ends what is being asked. */
  close(): void;
}

/** Has the code of Node's own errors for the two cases that decisions know. */
class LookupError extends Error {
  override readonly name = "LookupError";
  readonly code: "ENOTFOUND" | "ETIMEOUT";
  constructor(code: LookupError["code"], options?: ErrorOptions) {
    super(code === "ENOTFOUND" ? "There is no such record" : "Name servers gave no answer", options);
    this.code = code;
  }
}

export const isAbsentRecord = (error: unknown): boolean => error instanceof LookupError && error.code === "ENOTFOUND";

export function createLookups({ questions, ms, nameServers }: LookupLimits): Lookups {
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  let asked = 0;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    isOver = true;
    resolver.cancel();
  };
  return {
    async ask(question) {
      timer ??= setTimeout(end, ms);
      asked += 1;
      if (isOver || asked > questions) throw new LookupError("ETIMEOUT");
      try {
        return await question(resolver);
      } catch (error) {
        throw new LookupError(isAbsent(error) ? "ENOTFOUND" : "ETIMEOUT", { cause: error });
      }
    },
    close() {
      clearTimeout(timer);
      end();
    },
  };
}

/** Codes of Node by which there is no record: no such name, no record of the type, no name that could have one. */
const ABSENT = new Set<unknown>(["ENOTFOUND", "ENODATA", "EBADNAME"]);

const isAbsent = (error: unknown): boolean => error instanceof Error && "code" in error && ABSENT.has(error.code);
