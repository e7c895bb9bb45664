import { expect, test } from "vitest";
import { BelfryError } from "#client/client.ts";
import { bridgeRemedy } from "./bridge-remedy.ts";

const URL_OF_BRIDGE = "http://localhost:4000/api/novu";

test.each([
  [400, "BRIDGE_ENDPOINT_UNAVAILABLE", "The bridge at localhost cannot be reached", /^Start the application at http:/],
  [400, "UNKNOWN_BRIDGE_REQUEST_ERROR", "The bridge at localhost answered 401", /API key of this environment/],
  [400, "INVALID_CONTROLS", "The bridge at localhost answered 400: tone is wrong", /^Correct the code or the values/],
  [400, "SELF_SIGNED_CERTIFICATE", "give the bridge one of a known authority", undefined],
  [400, "BRIDGE_REQUEST_TIMEOUT", "The bridge at localhost did not answer in time", /^It has five seconds/],
  [400, "BRIDGE_PARSE_ERROR", "The bridge at localhost answered what is not expected JSON", /^See that http:/],
  [400, "StepNotFoundError", "The bridge at localhost answered 404: no step", /synchronise, which removes/],
  [404, undefined, "No such workflow", undefined],
  [500, undefined, "Internal", undefined],
])("a %d of code %s", (status, code, message, remedy) => {
  const said = bridgeRemedy(new BelfryError(status, message, { code }), URL_OF_BRIDGE);
  if (remedy) expect(said).toMatch(remedy);
  else expect(said).toBeUndefined();
});

test("what is no answer of Belfry has no remedy here", () => {
  expect(bridgeRemedy(new TypeError("failed"), URL_OF_BRIDGE)).toBeUndefined();
});
