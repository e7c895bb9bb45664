import { expect, test } from "vitest";
import { readAllowance } from "./allowance.ts";

const now = Date.parse("Tue, 05 May 2026 10:00:00 GMT");
const SECONDS = now / 1_000;

test.each<[string, Record<string, string>, object | undefined]>([
  ["nothing", { "content-type": "text/plain" }, undefined],
  [
    "the draft since version 8",
    { ratelimit: '"default";r=50;t=30', "ratelimit-policy": '"default";q=100;w=60' },
    { remaining: 50, resetMs: 30_000, limit: 100, windowMs: 60_000 },
  ],
  [
    "several policies of it, of which the one with the least left counts",
    { ratelimit: '"day";r=900;t=3600, "burst";r=5;t=1', "ratelimit-policy": '"burst";q=10;w=1, "day";q=1000;w=86400' },
    { remaining: 5, resetMs: 1_000, limit: 10, windowMs: 1_000 },
  ],
  ["a name with marks in it", { ratelimit: '"a,b";r=7' }, { remaining: 7 }],
  [
    "version 7",
    { ratelimit: "limit=100, remaining=50, reset=5", "ratelimit-policy": "100;w=60" },
    { remaining: 50, resetMs: 5_000, limit: 100, windowMs: 60_000 },
  ],
  [
    "the versions before",
    { "ratelimit-limit": "10, 10;w=1, 1000;w=3600", "ratelimit-remaining": "4", "ratelimit-reset": "1" },
    { remaining: 4, resetMs: 1_000, limit: 10, windowMs: 1_000 },
  ],
  [
    "Resend",
    { "ratelimit-limit": "2", "ratelimit-remaining": "0", "ratelimit-reset": "1", "ratelimit-policy": "2;w=1" },
    { remaining: 0, resetMs: 1_000, limit: 2, windowMs: 1_000 },
  ],
  [
    "a reset in seconds since 1970",
    { "x-ratelimit-limit": "600", "x-ratelimit-remaining": "599", "x-ratelimit-reset": `${SECONDS + 12}` },
    { remaining: 599, resetMs: 12_000, limit: 600 },
  ],
  [
    "a reset in milliseconds since 1970",
    { "x-ratelimit-remaining": "1", "x-ratelimit-reset": `${now + 1_500}` },
    { remaining: 1, resetMs: 1_500 },
  ],
  [
    "a reset as a date",
    { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "2026-05-05T10:00:10Z" },
    { remaining: 1, resetMs: 10_000 },
  ],
  [
    "a reset as an HTTP date",
    { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "Tue, 05 May 2026 10:00:20 GMT" },
    { remaining: 1, resetMs: 20_000 },
  ],
  [
    "Discord",
    {
      "x-ratelimit-limit": "5",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": `${SECONDS + 2}.123`,
      "x-ratelimit-reset-after": "2.5",
    },
    { remaining: 0, resetMs: 2_500, limit: 5 },
  ],
  [
    "RingCentral",
    { "x-rate-limit-limit": "50", "x-rate-limit-remaining": "49", "x-rate-limit-window": "60" },
    { remaining: 49, limit: 50, windowMs: 60_000 },
  ],
  [
    "Brevo",
    { "x-sib-ratelimit-limit": "1000", "x-sib-ratelimit-remaining": "998", "x-sib-ratelimit-reset": "1" },
    { remaining: 998, resetMs: 1_000, limit: 1_000 },
  ],
  [
    "limits by the name of their window",
    {
      "x-ratelimit-limit-second": "10",
      "x-ratelimit-remaining-second": "9",
      "x-ratelimit-limit-day": "500",
      "x-ratelimit-remaining-day": "3",
    },
    { remaining: 3, limit: 500, windowMs: 86_400_000 },
  ],
  [
    "several windows in one field",
    { "x-ratelimit-limit": "10, 600", "x-ratelimit-remaining": "8, 2", "x-ratelimit-reset": "1, 60" },
    { remaining: 2, resetMs: 60_000, limit: 600 },
  ],
  ["a reset alone", { "x-ratelimit-reset": "30" }, { resetMs: 30_000 }],
  ["a moment that is over", { "x-ratelimit-reset": `${SECONDS - 30}` }, { resetMs: 0 }],
  ["a reset far away", { "x-ratelimit-reset": "999999999" }, { resetMs: 86_400_000 }],
  ["a reset in another century", { "x-ratelimit-reset": "99999999999999" }, { resetMs: 86_400_000 }],
  [
    "no numbers",
    {
      "x-ratelimit-limit": "-1",
      "x-ratelimit-remaining": "many",
      "x-ratelimit-reset": "99999999999999999999",
      ratelimit: ';;,=,"',
      "ratelimit-policy": ",;w=",
      "x-rate-limit-window": "60",
    },
    undefined,
  ],
  ["no limit", { "x-ratelimit-limit": "0", "x-ratelimit-remaining": "0" }, { remaining: 0 }],
])("%s", (_, headers, allowance) => {
  expect(readAllowance(new Headers(headers), now)).toEqual(allowance);
});
