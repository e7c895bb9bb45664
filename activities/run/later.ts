import pLimit from "p-limit";

/** Work that is done at the same time. */
const DONE_AT_ONCE = 10;

/**
 * Keeps work that follows from a slice and asks other servers, such as waking executions, until the slice has had its turn at the gate,
 * where others wait. What a process that dies leaves out, the reconciler finds.
 */
export interface Later {
  add(work: () => Promise<void>): void;
  /** Does what was added. Rejects with the first failure, when all of it is through. */
  work(): Promise<void>;
}

export function createLater(): Later {
  const added: (() => Promise<void>)[] = [];
  const limit = pLimit(DONE_AT_ONCE);
  return {
    add: (work) => void added.push(work),
    async work() {
      const results = await Promise.allSettled(added.splice(0).map((work) => limit(work)));
      const failed = results.find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    },
  };
}
