import { expect, test } from "vitest";
import { assertPublicHost, isPrivateAddress, publicLookup } from "./hosts.ts";
import { ProviderError } from "./provider-error.ts";

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.31.255.255",
  "192.168.0.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "255.255.255.255",
  "::",
  "::1",
  "fe80::1",
  "fd00:ec2::254",
  "::ffff:127.0.0.1",
  "::ffff:a9fe:a9fe",
  "64:ff9b::10.0.0.1",
])("%s is not the public internet", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(["1.1.1.1", "172.32.0.1", "192.169.0.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1"])(
  "%s is public",
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);

test.each(["localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f.1"])("%s is refused as a host", async (host) => {
  await expect(assertPublicHost(host)).rejects.toMatchObject({ class: "CREDENTIAL" });
});

test("a socket's lookup fails for a name that leads into a private network", async () => {
  const error = await new Promise((resolve) => publicLookup("localhost", {}, resolve));
  expect(error).toBeInstanceOf(ProviderError);
  expect(error).toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining('"localhost"') });
});
