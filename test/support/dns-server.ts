import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type Answer, decode, encode } from "dns-packet";

const AUTHORITATIVE = 1 << 10;
const SERVER_FAILED = 2;
const NO_SUCH_NAME = 3;

export interface DnsServer {
  /** As `setServers` of node:dns takes it. */
  address: string;
  /** Questions in their order, as `TXT example.com`, attempts included. */
  asked: string[];
  add(...records: Answer[]): void;
  /** Adds a TXT record, in parts of 255 bytes as long ones have. */
  text(name: string, value: string): void;
  /** Gives no answer about a name, or about any. */
  silence(name: string | "*"): void;
  /** Answers about a name that the server has failed. */
  fail(name: string): void;
  /** Drops all records and questions. */
  forget(): void;
  stop(): Promise<void>;
}

/** A real name server on a free loopback port, which knows the records that it is given and no other name. */
export async function startDnsServer(): Promise<DnsServer> {
  let records: Answer[] = [];
  const asked: string[] = [];
  const silent = new Set<string>();
  const failing = new Set<string>();
  const socket = createSocket("udp4");
  socket.on("message", (message, client) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question) return;
    const name = question.name.toLowerCase();
    asked.push(`${question.type} ${name}`);
    if (silent.has(name) || silent.has("*")) return;
    const ofName = records.filter((record) => record.name.toLowerCase() === name);
    const code = failing.has(name) ? SERVER_FAILED : ofName.length === 0 ? NO_SUCH_NAME : 0;
    const answers = code === 0 ? ofName.filter(({ type }) => type === question.type) : [];
    socket.send(
      encode({ type: "response", ...(id !== undefined && { id }), flags: AUTHORITATIVE | code, questions, answers }),
      client.port,
      client.address,
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    add: (...added) => void records.push(...added),
    text: (name, value) => void records.push({ type: "TXT", name, data: value.match(/.{1,255}/gs) ?? [""] }),
    silence: (name) => void silent.add(name),
    fail: (name) => void failing.add(name),
    forget() {
      records = [];
      asked.length = 0;
      silent.clear();
      failing.clear();
    },
    async stop() {
      socket.close();
      await once(socket, "close");
    },
  };
}
