import { vi } from "vitest";
import type { AppDeps } from "#api/app.ts";
import { createAccountMailer } from "#providers/account-mailer.ts";
import { startApp } from "./environment.ts";
import { startMailSink } from "./mail-sink.ts";
import { oncePerWorker } from "./once-per-worker.ts";

export const PASSWORD = "Right-pass-1";

interface Call {
  body?: object;
  headers?: Record<string, string>;
}

/** The API with a mail server, as a dashboard calls it; both are shared as those of `testApp`. */
export const peopleApi = oncePerWorker(startPeopleApi);

async function startPeopleApi(overrides: Partial<AppDeps> = {}) {
  const sink = await startMailSink();
  const from = "Belfry <belfry@example.com>";
  const server = { host: "127.0.0.1", port: sink.port, secure: false, requireTls: false, user: null, password: null };
  const api = await startApp({ mailer: createAccountMailer({ ...server, from }), ...overrides });

  async function call(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, { body, headers }: Call = {}) {
    const reply = await api.app.inject({
      method,
      url: `/v1${url}`,
      ...(body && { payload: body }),
      ...(headers && { headers }),
    });
    return {
      status: reply.statusCode,
      body: reply.body === "" ? undefined : reply.json(),
      headers: reply.headers,
    };
  }

  return {
    ...api,
    sink,
    call,
    login: (email: string, password = PASSWORD) => call("POST", "/auth/login", { body: { email, password } }),
    /** Waits for so many mails to an address. Returns the token in the link of the last one. */
    async mailedToken(address: string, mails = 1): Promise<string> {
      const text = await vi.waitFor(() => {
        const arrived = sink.mailsTo(address);
        if (arrived.length < mails) throw new Error(`${arrived.length} of ${mails} mails have arrived`);
        return arrived.at(-1)?.text ?? "";
      }, 5_000);
      return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? "";
    },
    /** Waits for a mail to an address with a link to a page. Returns the rest of the link. */
    mailedLink: (address: string, page: string): Promise<string> =>
      vi.waitFor(() => {
        const [, rest] = sink.mailsTo(address).at(-1)?.text?.split(page) ?? [];
        if (rest === undefined) throw new Error(`No mail to ${address} has a link to ${page}`);
        return rest.trim();
      }, 5_000),
    forget() {
      api.forget();
      sink.forget();
    },
    async close() {
      await api.close();
      await sink.stop();
    },
  };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
