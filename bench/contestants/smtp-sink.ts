import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { obey } from "./obey.ts";

// A mail server that takes every mail and keeps none.

let mails = 0;
let lastAt = 0;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  // A name service has no part in what is measured.
  disableReverseLookup: true,
  maxClients: 1_000,
  onData(stream, _session, callback) {
    stream.resume();
    stream.once("end", () => {
      mails += 1;
      lastAt = Date.now();
      callback();
    });
  },
});
const listener = server.listen(0, "127.0.0.1");
await once(listener, "listening");

obey({
  port: async () => {
    const address = listener.address();
    return typeof address === "object" && address ? address.port : 0;
  },
  /** How many mails have come since the start, and when the last one did (milliseconds since 1970). */
  count: async () => ({ mails, lastAt }),
});
