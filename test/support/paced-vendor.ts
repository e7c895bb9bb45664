import { type FakeVendor, startFakeVendor } from "./fake-vendor.ts";

/** A vendor of text messages that takes so many in each second of the clock, and refuses the others with 429 and `Retry-After: 1`. */
export interface PacedVendor {
  url: string;
  /** How often each message was taken, by its id. */
  taken: Map<string, number>;
  /** Phone numbers that it was for. */
  phones: Set<string>;
  /** When each one was taken, and when one was refused (milliseconds since 1970). */
  takenAt: number[];
  refusedAt: number[];
  /** Refuses every call whose key is not this one with 401; null takes any. */
  key: string | null;
  close(): void;
}

export async function startPacedVendor(perSecond: number): Promise<PacedVendor> {
  const server: FakeVendor = await startFakeVendor();
  let second = 0;
  let count = 0;
  const vendor: PacedVendor = {
    url: server.url,
    taken: new Map(),
    phones: new Set(),
    takenAt: [],
    refusedAt: [],
    key: null,
    close: server.close,
  };
  server.answer = (request, body, response) => {
    if (vendor.key !== null && request.headers["x-key"] !== vendor.key) {
      response.writeHead(401).end("{}");
      return;
    }
    const now = Date.now();
    const own = Math.floor(now / 1_000);
    if (own !== second) [second, count] = [own, 0];
    count += 1;
    if (count > perSecond) {
      vendor.refusedAt.push(now);
      response.writeHead(429, { "retry-after": "1" }).end("{}");
      return;
    }
    const { id, to } = JSON.parse(body);
    vendor.takenAt.push(now);
    vendor.taken.set(id, (vendor.taken.get(id) ?? 0) + 1);
    vendor.phones.add(to);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ id }));
  };
  return vendor;
}
