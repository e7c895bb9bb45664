import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { serveCommands } from "./processes/serve-commands.ts";
let mails = 0;
const server = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS", "AUTH"], disableReverseLookup: true, maxClients: 1000,
  onData(stream, _s, cb) { stream.resume(); stream.once("end", () => { mails++; cb(); }); } });
const listener = server.listen(0, "127.0.0.1"); await once(listener, "listening");
serveCommands({ port: async () => { const a = listener.address(); return typeof a === "object" && a ? a.port : 0; }, count: async () => ({ mails, recipients: 0, lastAt: 0 }) });
