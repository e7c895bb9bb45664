import { expect, test } from "vitest";
import { openRequest, sealedRequest } from "./sealed-request.ts";

const key = Buffer.alloc(32, 1);
const open = (request: object, providerId = "nodemailer") =>
  openRequest({ ...request }, { providerId, encryptionKey: key });

test("a request is stored masked, and its vendor gets what was sealed", () => {
  const real = { to: ["a"], html: "<p>s3cr3t</p>", text: "s3cr3t", only: 1 };
  const masked = { to: ["a"], html: "<p>••••</p>", text: "••••", gone: true };
  const sealed = sealedRequest(real, masked, key);
  expect(sealed).toMatchObject({ ...masked, sealed: expect.stringMatching(/^nvsk\./) });
  expect(JSON.stringify(sealed)).not.toContain("s3cr3t");
  // Recipients may be left out before it is sent.
  expect(open({ ...sealed, to: [] })).toEqual({ ...real, to: [] });
  expect(open(sealed, "belfry-email")).toEqual(masked);
  expect(() => openRequest(sealed, { providerId: "nodemailer", encryptionKey: Buffer.alloc(32, 2) })).toThrow();
});

test("a request without secrets is stored as it is", () => {
  const request = { to: ["a"], html: "x" };
  expect(sealedRequest(request, { ...request }, key)).toEqual(request);
  expect(open(request)).toEqual(request);
});
