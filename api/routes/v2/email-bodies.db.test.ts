import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";

const { app, db, close } = await testApp();
afterAll(close);

test("HTML becomes a document, with what is lost of its look, and a document becomes HTML", async () => {
  const { headers } = await createTestEnvironment(db);
  const convert = async (payload: object) => {
    const reply = await app.inject({ method: "POST", url: "/v2/email-bodies/convert", headers, payload });
    return { status: reply.statusCode, body: reply.json() };
  };
  const { status, body } = await convert({ body: '<p style="font-size:20px">Hi {{payload.name}}</p>', to: "blocks" });
  expect([status, body.data.losses, body.data.htmlBlocks]).toEqual([200, ["fonts"], 0]);
  const back = await convert({ body: body.data.body, to: "html" });
  expect(back.body.data.body).toContain('<p style="">Hi {{ payload.name }}</p>');
  expect(await convert({ body: "", to: "mjml" })).toMatchObject({ status: 400 });
});
