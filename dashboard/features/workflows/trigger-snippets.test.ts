import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { expect, onTestFinished, test } from "vitest";
import { TRIGGER_SNIPPETS } from "./trigger-snippets.ts";

/** Texts that are quoted in one language or another. */
const ODD = [`It's`, "`so`:", '"""', "$x", "#{y}", "\\", "$" + "{z}", "</script>", "é"].join(" ");
const event = {
  name: "order-shipped",
  to: { subscriberId: "subscriber-1" },
  payload: { text: ODD, list: [true, null, 1.5] },
};

/** A server that notes what it is sent, and answers as the API does. */
async function receiver() {
  const received: { authorization: string | undefined; type: string | undefined; body: unknown }[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      const { authorization, "content-type": type } = request.headers;
      received.push({ authorization, type, body: JSON.parse(text) });
      response.writeHead(201, { "content-type": "application/json" });
      response.end(JSON.stringify({ data: { status: "processed", transactionId: "tx-1" } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { received, apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The programs that run a snippet, of those that every machine of the tests has. */
const RUNNERS: Readonly<Record<string, readonly [command: string, file: string]>> = {
  curl: ["bash", "trigger.sh"],
  javascript: ["node", "trigger.mjs"],
  python: ["python3", "trigger.py"],
};

test.each(TRIGGER_SNIPPETS.filter(({ id }) => id in RUNNERS))(
  "the snippet for $text sends the event to the last character",
  async ({ id, codeOf }) => {
    const [command = "", file = ""] = RUNNERS[id] ?? [];
    const isThere = await execa(command, ["--version"], { reject: false });
    if (isThere.failed && !["curl", "javascript"].includes(id)) return;
    const { received, apiUrl } = await receiver();
    const folder = mkdtempSync(join(tmpdir(), "belfry-snippet-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, file), codeOf({ apiUrl, key: "secret-key", event }));
    await execa(command, [join(folder, file)]);
    expect(received).toEqual([{ authorization: "ApiKey secret-key", type: "application/json", body: event }]);
  },
);

test.each(TRIGGER_SNIPPETS)("the snippet for $text has the key, the address and the identifier", ({ codeOf }) => {
  const code = codeOf({ apiUrl: "https://belfry.example.com", key: "secret-key", event });
  for (const part of ["secret-key", "https://belfry.example.com", "order-shipped"]) expect(code).toContain(part);
});
