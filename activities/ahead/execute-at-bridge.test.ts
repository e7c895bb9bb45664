import { expect, test } from "vitest";
import { BridgeError } from "#providers/bridge/bridge-error.ts";
import { failureForDetail } from "./execute-at-bridge.ts";

test.each([
  ["https://ada:secret@bridge.example:8443/api/belfry?key=secret#secret", "https://bridge.example:8443/api/belfry"],
  ["not an address", undefined],
  ["mailto:ada@bridge.example", undefined],
])("the history shows the address %s without what may be secret in it", (url, shown) => {
  const error = new BridgeError("The bridge answered 500", { code: "UNKNOWN_BRIDGE_REQUEST_ERROR", status: 500 });
  const { message, code } = error;
  expect(failureForDetail(error, 2, url)).toEqual({ url: shown, statusCode: 500, code, message, retryCount: 2 });
});
