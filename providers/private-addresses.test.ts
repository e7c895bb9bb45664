import { expect, test } from "vitest";
import { isPrivateAddress } from "./private-addresses.ts";

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
  "64:ff9b:1::1",
  "::127.0.0.1",
  "::ffff:0:10.0.0.1",
  "2002:a00:1::",
  "2002:101:101::",
  "2001::1",
  "2001:db8::1",
  "3fff::1",
  "100::1",
  "5f00::1",
  "fec0::1",
  "fe80::1%lo",
  "ff02::1",
  "224.0.0.1",
  "192.0.2.1",
  "198.51.100.1",
  "203.0.113.1",
  "192.88.99.1",
])("%s is not the public internet", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  "1.1.1.1",
  "172.32.0.1",
  "192.169.0.1",
  "198.20.0.1",
  "2606:4700::1111",
  "2001:4860:4860::8888",
  "2a00:1450::1",
  "::ffff:1.1.1.1",
  "64:ff9b::1.1.1.1",
])("%s is public", (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
