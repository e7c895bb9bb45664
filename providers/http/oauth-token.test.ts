import { expect, test } from "vitest";
import type { HttpReply } from "./http-reply.ts";
import { readOAuthToken } from "./oauth-token.ts";

const reply = (text: string): HttpReply => ({
  status: 200,
  headers: new Headers(),
  text,
  date: "2026-05-05T10:00:00.000Z",
  refused: () => {
    throw new Error("not used");
  },
  json: () => {
    throw new Error("not used");
  },
});

test("a token lives as long as the vendor says, as a number or a text, and an hour where it does not say", () => {
  const read = (answer: object) => readOAuthToken(reply(JSON.stringify(answer)), "auth.example");
  expect(read({ access_token: "t-1", expires_in: 120, token_type: "Bearer" })).toEqual({
    value: "t-1",
    expiresIn: 120,
  });
  expect(read({ access_token: "t-1", expires_in: "120" })).toEqual({ value: "t-1", expiresIn: 120 });
  expect(read({ access_token: "t-1" })).toEqual({ value: "t-1", expiresIn: 3_600 });
});

test.each(["", "no json", "null", "{}", '{"access_token":""}', '{"access_token":{"value":"s3cret"}}'])(
  "the answer %j holds no token, and is not quoted",
  (text) => {
    const failure = (() => {
      try {
        return readOAuthToken(reply(text), "auth.example");
      } catch (error) {
        return error;
      }
    })();
    expect(failure).toMatchObject({
      class: "RETRY",
      response: undefined,
      message: expect.not.stringContaining("s3cret"),
    });
  },
);
