import { z } from "zod";
import { startSubprocess } from "./subprocess.ts";
import { sendPooled, closeTransports } from "#providers/email/smtp-transports.ts";
for (const script of ["sink.tmp.ts", "processes/smtp-sink.ts", "sink.tmp.ts", "processes/smtp-sink.ts"]) {
  const sub = await startSubprocess(script, process.env);
  const port = await sub.call("port", null, z.int());
  const content = Buffer.from("Subject: x\r\n\r\n" + "a".repeat(900) + "\r\n");
  const send = (n: number) => Promise.all(Array.from({ length: n }, (_, i) => sendPooled({ allowPrivateHosts: true, options: { host: "127.0.0.1", port } } as never, { envelope: { from: "a@example.com", to: [`b${i}@example.com`] }, content, messageId: "x" } as never)));
  await send(2000);
  const before = sub.usage().cpuSeconds, own = process.cpuUsage(), t = performance.now();
  for (let i = 0; i < 5; i++) await send(2000);
  const cpu = process.cpuUsage(own);
  console.log(script, "sink cpu per 1000", ((sub.usage().cpuSeconds - before) / 10).toFixed(3), "client cpu", ((cpu.user + cpu.system) / 1e6 / 10).toFixed(3), "mails/s", Math.round(10000 / ((performance.now() - t) / 1000)), await sub.call("count", null, z.any()));
  closeTransports(); await sub.stop();
}
