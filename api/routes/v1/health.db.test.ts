import { afterAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { createAccountMailer } from "#providers/account-mailer.ts";
import { startApp, testApp } from "#test/support/environment.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { startStrictMailServer } from "#test/support/strict-mail-server.ts";

const server = await testApp();
afterAll(() => server.close());

const url = "/v1/health-check";

test("while database and engine answer, all is well, and nobody has to sign in to hear it", async () => {
  const reply = await server.app.inject({ url });
  expect(reply.statusCode).toBe(200);
  expect(reply.json().data).toEqual({
    status: "ok",
    version: "0.0.0-test",
    dependencies: { database: { status: "up" }, temporal: { status: "up" }, sockets: { status: "up" } },
  });
});

test("an engine that refuses makes it 503, without telling why to everybody", async () => {
  const { engine } = fakeEngine({ check: () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.7:7233")) });
  const { app } = await testApp({ engine, db: server.db });
  const reply = await app.inject({ url });
  expect(reply.statusCode).toBe(503);
  expect(reply.json().data).toMatchObject({
    status: "error",
    dependencies: { database: { status: "up" }, temporal: { status: "down", message: "Not reachable" } },
  });
  expect(reply.body).not.toContain("10.0.0.7");
  await app.close();
});

test("an engine that does not answer counts as down after two seconds", async () => {
  const { engine } = fakeEngine({ check: () => new Promise(() => {}) });
  const { app } = await testApp({ engine, db: server.db });
  const started = performance.now();
  const reply = await app.inject({ url });
  expect(performance.now() - started).toBeLessThan(4_000);
  expect(reply.statusCode).toBe(503);
  expect(reply.json().data.dependencies.temporal.status).toBe("down");
  await app.close();
});

test("a server that refuses mails to members is shown until it takes one, and stops nothing else", async () => {
  let isMended = false;
  const sink = await startStrictMailServer({
    answer: (command) =>
      !isMended && command.startsWith("RCPT")
        ? "504 5.5.2 Helo command rejected: need fully-qualified hostname"
        : undefined,
  });
  const smtp = { host: "127.0.0.1", port: sink.port, secure: false, requireTls: false, user: null, password: null };
  const mailer = createAccountMailer({ ...smtp, from: "Belfry <belfry@example.com>" }, "belfry.example.com");
  const { app } = await testApp({ mailer, db: server.db });
  const health = async () => {
    const reply = await app.inject({ url });
    expect(reply.statusCode).toBe(200);
    return reply.json().data.dependencies.mail;
  };
  const mail = { to: "ada@example.com", subject: "Your new password", text: "Hi", html: "<p>Hi</p>" };
  expect(await health()).toEqual({ status: "up" });
  await expect(mailer.send(mail)).rejects.toThrow("BELFRY_MAIL_HOST");
  expect(await health()).toEqual({ status: "down", message: "Mails to members cannot be sent" });
  isMended = true;
  await mailer.send(mail);
  expect(await health()).toEqual({ status: "up" });
  expect(sink.commands[0]).toBe("EHLO belfry.example.com");
  expect(sink.mails[0]?.bytes).toMatch(/^Message-ID: <[^@]+@belfry\.example\.com>/im);
  await app.close();
  sink.stop();
});

test("a database that is gone makes it 503", async () => {
  const db = openDatabase(testDatabaseUrl());
  const { app } = await testApp({ db });
  await app.ready();
  await closeDatabase(db);
  const reply = await app.inject({ url });
  expect(reply.statusCode).toBe(503);
  expect(reply.json().data.dependencies.database.status).toBe("down");
  await app.close();
});

const listeners = async () => {
  const rows = await server.db.$client<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and query ilike 'listen "belfry_inbox"'`;
  return rows.map(({ pid }) => pid);
};

test("a check of notifications ends with its signal, and succeeds again after their connection was lost", async () => {
  const others = await listeners();
  const db = openDatabase(testDatabaseUrl());
  const { app } = await testApp({ db });
  await app.ready();
  await expect(app.checkRealtime(AbortSignal.timeout(2_000))).resolves.toBeUndefined();
  await expect(app.checkRealtime(AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
  const own = (await listeners()).filter((pid) => !others.includes(pid));
  expect(own).toHaveLength(1);
  await server.db.$client`select pg_terminate_backend(${own[0] ?? 0})`;
  // The driver listens again by itself.
  await expect
    .poll(() =>
      app.checkRealtime(AbortSignal.timeout(200)).then(
        () => "up",
        () => "down",
      ),
    )
    .toBe("up");
  await app.close();
  await closeDatabase(db);
});

test("sockets that hear nothing are named, which is no reason to send callers elsewhere; calls that come together ask once", async () => {
  // Of its own: the one that files of a worker share may know the state already.
  const { app } = await startApp({ db: server.db });
  await app.ready();
  let asked = 0;
  app.checkRealtime = async () => {
    asked += 1;
    throw new Error("connect ECONNREFUSED 10.0.0.7:5432");
  };
  const replies = await Promise.all([app.inject({ url }), app.inject({ url }), app.inject({ url })]);
  for (const reply of replies) {
    expect(reply.statusCode).toBe(200);
    expect(reply.json().data).toMatchObject({
      status: "ok",
      dependencies: { sockets: { status: "down", message: "Not reachable" } },
    });
    expect(reply.body).not.toContain("10.0.0.7");
  }
  expect(asked).toBe(1);
  await app.close();
});
