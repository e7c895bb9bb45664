/** Connections, and bytes of mails that are being received, that one process holds. */
export interface ConnectionLimits {
  /** Whether the address may open one more connection; it counts until `close`. */
  open(id: string, address: string): boolean;
  close(id: string): void;
  /** Whether there is room for so many bytes more; they count until they are given back. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

export function createConnectionLimits({
  perAddress,
  bytes: most,
}: {
  perAddress: number;
  bytes: number;
}): ConnectionLimits {
  const addressOf = new Map<string, string>();
  const open = new Map<string, number>();
  let held = 0;
  return {
    open(id, address) {
      const count = open.get(address) ?? 0;
      if (count >= perAddress) return false;
      open.set(address, count + 1);
      addressOf.set(id, address);
      return true;
    },
    close(id) {
      const address = addressOf.get(id);
      if (address === undefined) return;
      addressOf.delete(id);
      const count = (open.get(address) ?? 1) - 1;
      if (count === 0) open.delete(address);
      else open.set(address, count);
    },
    take(bytes) {
      if (held + bytes > most) return false;
      held += bytes;
      return true;
    },
    giveBack(bytes) {
      held -= bytes;
    },
  };
}
