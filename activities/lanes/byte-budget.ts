interface Waiting {
  owner: string;
  bytes: number;
  begin: () => void;
}

/** Limits the memory that work takes which is under way at once. */
export interface ByteBudget {
  /** Runs the work when there is room for its bytes; at once when it takes none. Work that is larger than the budget runs by itself. */
  run<T>(owner: string, bytes: number, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a budget. No owner takes more than half of it while it is limited, so that a silent vendor's mails leave room for
 * those of others; otherwise work begins in the order in which it came.
 */
export function createByteBudget(limit: number): ByteBudget {
  const waiting: Waiting[] = [];
  const usedBy = new Map<string, number>();
  let used = 0;

  const hasShare = ({ owner, bytes }: Waiting): boolean => {
    const own = usedBy.get(owner) ?? 0;
    return own === 0 || own + bytes <= limit / 2;
  };

  function take({ owner, bytes }: Pick<Waiting, "owner" | "bytes">): void {
    used += bytes;
    usedBy.set(owner, (usedBy.get(owner) ?? 0) + bytes);
  }

  function giveBack({ owner, bytes }: Pick<Waiting, "owner" | "bytes">): void {
    used -= bytes;
    const own = (usedBy.get(owner) ?? 0) - bytes;
    if (own > 0) usedBy.set(owner, own);
    else usedBy.delete(owner);
    admit();
  }

  function admit(): void {
    for (let index = 0; index < waiting.length; ) {
      const next = waiting[index];
      if (!next) return;
      if (!hasShare(next)) {
        index += 1;
        continue;
      }
      if (used > 0 && used + next.bytes > limit) return;
      waiting.splice(index, 1);
      take(next);
      next.begin();
    }
  }

  return {
    async run(owner, bytes, work) {
      if (bytes === 0) return work();
      await new Promise<void>((resolve) => {
        waiting.push({ owner, bytes, begin: resolve });
        admit();
      });
      try {
        return await work();
      } finally {
        giveBack({ owner, bytes });
      }
    },
  };
}
