import { Novu as TypedClient } from "@novu/api";
import { Novu as InboxClient } from "@novu/js";
import { Novu as ServerClient } from "@novu/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { testConfig } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

// The published clients at an installation that is not at the root of its host.

const contextPaths = { ...testConfig.contextPaths, api: "/apps/belfry/api", websocket: "/apps/belfry/ws" };
const { api, environment, deliver } = await apiWithRunner({ config: { ...testConfig, contextPaths } });
const { app, db } = api;
await app.listen({ host: "127.0.0.1", port: 0 });
const apiUrl = `${app.listeningOrigin}/apps/belfry/api`;
const socketUrl = `${app.listeningOrigin}/apps/belfry/ws`;

test("the server clients 2.x and 3.x take the API's address with its path", async () => {
  const { subscriberId } = await createTestSubscriber(db, environment.scope);
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app")]);
  const server = new ServerClient(environment.apiKey, { backendUrl: apiUrl });
  expect((await server.subscribers.get(subscriberId)).data.data).toMatchObject({ subscriberId });
  const triggered = await server.trigger(identifier, { to: subscriberId, payload: {} });
  expect(triggered.data.data).toMatchObject({ acknowledged: true, status: "processed" });
  const typed = new TypedClient({
    secretKey: environment.apiKey,
    serverURL: apiUrl,
    retryConfig: { strategy: "none" },
  });
  expect((await typed.subscribers.retrieve(subscriberId)).result).toMatchObject({ subscriberId });
  expect(await typed.subscribers.retrieve("nobody").catch((error) => error)).toMatchObject({
    statusCode: 404,
    path: "/apps/belfry/api/v2/subscribers/nobody",
  });
});

test("the inbox client 3.x receives by the sockets' address with its path", async () => {
  const { subscriberId } = await createTestSubscriber(db, environment.scope);
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app")]);
  // Node 20 has no WebSocket of its own.
  const socket: object = {
    socketUrl: `${socketUrl}/v1/inbox/socket`,
    socketOptions: { socketType: "cloud", WebSocket },
  };
  const inbox = new InboxClient({
    applicationIdentifier: environment.applicationIdentifier,
    subscriber: { subscriberId },
    useCache: false,
    apiUrl,
    ...socket,
  });
  onTestFinished(async () => {
    await inbox.socket.disconnect();
  });
  const received = vi.fn();
  inbox.on("notifications.notification_received", received);
  await inbox.socket.connect();
  await vi.waitFor(() => expect(app.inboxRooms.sockets()).toHaveLength(1), 5_000);
  const transactionId = await deliver(identifier, subscriberId);
  await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(1), 5_000);
  expect(received.mock.calls[0]?.[0].result).toMatchObject({ transactionId });
  const listed = await inbox.notifications.list();
  expect(listed.data?.notifications).toMatchObject([{ transactionId }]);
});
