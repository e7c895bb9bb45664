import { expect, test } from "vitest";
import { redactQuery } from "./redact-query.ts";

test.each([
  ["/v1/webhooks/x?token=s3cret", "/v1/webhooks/x?token=[secret]"],
  [
    "/v1/webhooks/x?hub.mode=subscribe&hub.verify_token=s3cret&a=b=c",
    "/v1/webhooks/x?hub.mode=subscribe&hub.verify_token=[secret]&a=b=c",
  ],
  [
    "/x?%74oken=s3cret&apiKey=s3&api_key=s3&KEY=s3&hmacHash=s3",
    "/x?%74oken=[secret]&apiKey=[secret]&api_key=[secret]&KEY=[secret]&hmacHash=[secret]",
  ],
  ["/x?access_token=a=b&code=1&state=2#token", "/x?access_token=[secret]&code=[secret]&state=[secret]#token"],
  ["https://a.example/x?signature=s3&%E0%A4=1", "https://a.example/x?signature=[secret]&%E0%A4=1"],
  ["/v1/topics?page=0&pageSize=10&topicKey=crew&monkey=1", "/v1/topics?page=0&pageSize=10&topicKey=crew&monkey=1"],
  ["/x?token", "/x?token"],
  ["/v1/topics", "/v1/topics"],
])("%s is shown as %s", (address, shown) => {
  expect(redactQuery(address)).toBe(shown);
});
