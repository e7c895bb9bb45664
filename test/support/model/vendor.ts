import { type Attempt, CircuitOpenError, type IntegrationGates } from "#activities/lanes/integration-gates.ts";
import { LaneBlockedError, type LanePaces } from "#activities/lanes/lane-paces.ts";
import type { Database } from "#db/client.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { SessionCache } from "#providers/session-cache.ts";
import type { Driver } from "./driver.ts";
import type { VirtualTime } from "./virtual-time.ts";
import type { ModelWorker } from "./worker.ts";

/** The vendor's answer to one send. */
export type VendorAnswer =
  | { kind: "accepts" }
  | { kind: "refuses" }
  | { kind: "later"; afterSeconds: number | undefined }
  /** It never answers; what it was given may be delivered all the same. */
  | { kind: "hangs"; delivers: boolean }
  /** The integration's credentials are refused. */
  | { kind: "no credentials" }
  /** The send is not begun at all. */
  | { kind: "circuit open"; afterSeconds?: number };

/** One send that was begun. */
export interface VendorCall {
  messageId: string;
  integrationId: string;
  to: string;
  content: string;
  worker: ModelWorker;
  owner: string | undefined;
  at: number;
  answer: VendorAnswer;
  /** Outcomes that had been recorded when it was begun. */
  attempt: number;
  /** Whether the recipient gets it. */
  isDelivered: boolean;
  hasTimedOut: boolean;
  /** The recorded outcome: null when its lease had been lost, undefined when none was recorded. */
  recorded: string | null | undefined;
}

/** As long as the real gates give a send. */
const TIMEOUT_MS = 30_000;

/** For how long messages are tried, in minutes. */
export const PATIENCE_MINUTES = 60;
/** So often a message is postponed for a short time; then for as long as it is tried, as nothing else would end it sooner. */
const SHORT_POSTPONEMENTS = 6;
const LONG_POSTPONEMENT_SECONDS = PATIENCE_MINUTES * 60;
/** So many messages are postponed for long. Each holds up those behind it, which the vendor takes then. */
const LONG_POSTPONEMENTS = 3;

interface VendorOptions {
  db: Database;
  driver: Driver;
  time: VirtualTime;
  answers: readonly VendorAnswer[];
  violation(text: string): void;
}

export type ModelVendor = ReturnType<typeof createVendor>;

/** A vendor of email that keeps what it was given, and looks at each send whether it may have been begun. */
export function createVendor({ db, driver, time, answers, violation }: VendorOptions) {
  const calls: VendorCall[] = [];
  const attempts = new Map<string, number>();
  let longPostponements = 0;
  let isHealthy = false;

  function nextAnswer(messageId: string): VendorAnswer {
    if (isHealthy) return { kind: "accepts" };
    const attempt = attempts.get(messageId) ?? 0;
    attempts.set(messageId, attempt + 1);
    const answer = answers[(hash(messageId) + attempt) % answers.length] ?? { kind: "accepts" };
    const isPostponed = answer.kind === "later" || answer.kind === "circuit open";
    if (!isPostponed || attempt < SHORT_POSTPONEMENTS) return answer;
    longPostponements += 1;
    return longPostponements > LONG_POSTPONEMENTS
      ? { kind: "accepts" }
      : { ...answer, afterSeconds: LONG_POSTPONEMENT_SECONDS };
  }

  /** Only who holds the lease may send. */
  async function checkLease(messageId: string, worker: ModelWorker, owner: string | undefined): Promise<number> {
    const [row] = await db.$client<{ state: string; owner: string | null; attempt: number }[]>`
      select state, lease_owner as owner, attempt from deliveries where message_id = ${messageId}`;
    if (!row) violation(`${worker.name} sends message ${messageId}, of which no delivery is stored`);
    else if (row.state !== "open" || row.owner !== owner) {
      violation(
        `${worker.name} begins a send of message ${messageId} without holding its lease: the delivery is ${row.state}, ` +
          `leased by ${row.owner ?? "nobody"}, the sender is ${owner ?? "unknown"}`,
      );
    }
    const before = calls.findLast((call) => call.messageId === messageId && call.isDelivered);
    if (before && before.recorded === "sent") violation(`message ${messageId} is sent again after it was recorded`);
    return row?.attempt ?? 0;
  }

  return {
    calls,
    /** From now on everything is accepted. */
    heal: () => {
      isHealthy = true;
    },
    sessions(worker: () => ModelWorker): Pick<SessionCache, "send" | "retire"> {
      const send: SessionCache["send"] = async ({ id: integrationId }, request) => {
        const sender = worker();
        const { id: messageId } = request;
        const owner = sender.owners.get(messageId);
        const answer = nextAnswer(messageId);
        if (answer.kind === "circuit open") {
          throw new CircuitOpenError(new Date(time.now() + (answer.afterSeconds ?? 20) * 1_000));
        }
        const recordedBefore = await driver.during(() => checkLease(messageId, sender, owner));
        const call: VendorCall = {
          messageId,
          integrationId,
          to: String(request.to),
          content: canonical(request),
          worker: sender,
          owner,
          at: time.now(),
          attempt: recordedBefore,
          answer,
          isDelivered: answer.kind === "accepts" || (answer.kind === "hangs" && answer.delivers),
          hasTimedOut: false,
          recorded: undefined,
        };
        calls.push(call);
        driver.note(`    ${sender.name} begins to send to ${call.to} (the vendor ${answer.kind})`);
        if (answer.kind === "hangs") return new Promise(() => {});
        await driver.turn(`the vendor answers ${sender.name} about ${call.to}: ${answer.kind}`, sender.name);
        if (sender.process.isDead()) return new Promise(() => {});
        if (answer.kind === "accepts")
          return { id: `vendor-${calls.length}`, date: new Date(time.now()).toISOString() };
        if (answer.kind === "refuses") throw new ProviderError("PERMANENT", "No such mailbox", { status: 550 });
        if (answer.kind === "no credentials") throw new ProviderError("CREDENTIAL", "Unknown key", { status: 401 });
        throw new ProviderError("RETRY", "Come back later", { status: 429, retryAfterSeconds: answer.afterSeconds });
      };
      return { send, retire: () => {} };
    },
    /** The slots of a worker, on virtual time. */
    gates(worker: () => ModelWorker, slots: number): IntegrationGates {
      let used = 0;
      const waiting: (() => void)[] = [];
      const attempt: Attempt = async (send) => {
        const controller = new AbortController();
        const begun = calls.length;
        let timer: ReturnType<VirtualTime["after"]> | undefined;
        const late = new Promise<never>((_, reject) => {
          timer = time.after(TIMEOUT_MS, () => {
            if (worker().process.isDead()) return;
            for (const call of calls.slice(begun)) {
              if (call.worker === worker() && call.answer.kind === "hangs") call.hasTimedOut = true;
            }
            controller.abort();
            reject(new ProviderError("RETRY", "The provider gave no result within 30 s", { retryLimit: 1 }));
          });
        });
        late.catch(() => {});
        try {
          return await Promise.race([send(controller.signal), late]);
        } finally {
          if (timer) time.cancel(timer);
        }
      };
      return {
        async run(_integrationId, task) {
          if (used >= slots) await new Promise<void>((resolve) => waiting.push(resolve));
          else used += 1;
          try {
            return await task(attempt);
          } finally {
            const next = waiting.shift();
            if (next) next();
            else used -= 1;
          }
        },
        forget: () => {},
        isFree: () => used < slots,
        retryAt: () => null,
        slotsOf: () => slots,
      };
    },
    /** The pace of a worker's sends: none while the vendor refuses, as far as this worker was told. */
    paces(): LanePaces {
      const blocked = new Map<string, number>();
      const blockedUntil = (id: string) => {
        const until = blocked.get(id) ?? 0;
        return until > time.now() ? until : undefined;
      };
      return {
        async take({ id }) {
          const until = blockedUntil(id);
          if (until !== undefined) throw new LaneBlockedError(new Date(until));
        },
        accepted: () => {},
        async refused({ id }, { retryAfterMs = 1_000 }) {
          blocked.set(id, time.now() + retryAfterMs);
        },
        allowed: () => {},
        look: async () => {},
        async forget({ id }) {
          blocked.delete(id);
        },
        isFree: (id) => blockedUntil(id) === undefined,
        isAway: () => false,
        isLimited: (id) => blocked.has(id),
        paceOf: () => undefined,
        blockedUntil,
      };
    },
  };
}

/** The same text for the same content: Postgres keeps no order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function hash(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_003;
  return sum;
}
