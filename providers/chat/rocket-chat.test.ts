import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import type { SendOptions } from "../send-context.ts";
import { rocketChat } from "./rocket-chat.ts";

const url = "https://chat.example.com/api/v1/chat.sendMessage";
const headers = { "x-auth-token": "s3cret-token", "x-user-id": "u-1", "content-type": "application/json" };
const takes = (message: object, ts: unknown = "2026-05-05T09:59:58.000Z"): Exchange[] => [
  {
    request: { url, headers, json: { message } },
    answer: { json: { success: true, message: { _id: "rc-1", rid: "room-1", ts, msg: "Hi" } } },
  },
];
const result = { id: "rc-1", date: "2026-05-05T09:59:58.000Z" };

testProvider(rocketChat, {
  credentials: { token: "s3cret-token", user: "u-1", baseUrl: "https://chat.example.com" },
  message: { id: "m-1", webhookUrl: "https://chat.example.com/", channel: "room-1", content: "Hi" },
  sends: {
    "a text": { exchanges: takes({ rid: "room-1", msg: "Hi" }), result },
    "a text to a workspace whose address has no slash at its end": {
      message: { webhookUrl: "https://chat.example.com" },
      exchanges: takes({ rid: "room-1", msg: "Hi" }),
      result,
    },
    "fields of the vendor's own are the message's": {
      message: { customData: { alias: "Belfry", tmid: "t-1" } },
      exchanges: takes({ rid: "room-1", msg: "Hi", alias: "Belfry", tmid: "t-1" }),
      result,
    },
    "a moment in the form of some servers": {
      exchanges: takes({ rid: "room-1", msg: "Hi" }, { $date: Date.parse("2026-05-05T09:59:58.000Z") }),
      result,
    },
    "no moment": {
      exchanges: takes({ rid: "room-1", msg: "Hi" }, null),
      result: { id: "rc-1", date: ANSWERED_AT },
    },
  },
  refusalOf: (code) => ({ status: 400, json: { success: false, error: "no", errorType: code } }),
  refusals: {
    "the room is unknown": {
      answer: {
        status: 400,
        json: { success: false, error: "Invalid room [error-invalid-room]", errorType: "error-invalid-room" },
      },
      class: "PERMANENT",
    },
    "the token is not valid": {
      answer: { status: 401, json: { status: "error", message: "You must be logged in to do this." } },
      class: "CREDENTIAL",
    },
    "too many requests, with another status": {
      answer: {
        status: 400,
        json: {
          success: false,
          error: "Error, too many requests. [error-too-many-requests]",
          errorType: "error-too-many-requests",
        },
      },
      class: "RETRY",
      rate: "integration",
    },
    "200, but refused": { answer: { json: { success: false, error: "not allowed" } }, class: "PERMANENT" },
  },
});

test("a subscriber whose credentials name no room is not sent to", async () => {
  const http = createHttp({ allowPrivateHosts: true });
  const session = await rocketChat.open(
    { token: "t", user: "u", baseUrl: "http://127.0.0.1:9" },
    { http, allowPrivateHosts: true },
  );
  const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
  const sent = session.send({ id: "m-1", webhookUrl: "http://127.0.0.1:9", content: "Hi" }, options);
  await expect(sent).rejects.toMatchObject({ class: "PERMANENT", message: expect.stringContaining("name no room") });
  await http.close();
});
