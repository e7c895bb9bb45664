import { afterEach, expect, test, vi } from "vitest";
import { ProviderError } from "../provider-error.ts";
import { AccessTokenCache } from "./access-token.ts";

afterEach(() => void vi.useRealTimers());

/** A vendor that gives out `t1`, `t2` and so on. */
function aCache(expiresIn: number) {
  let given = 0;
  const request = vi.fn(async () => ({ value: `t${++given}`, expiresIn }));
  return { cache: new AccessTokenCache(request), request };
}
const refused = new ProviderError("CREDENTIAL", "401", { status: 401 });

test("a token is requested once for all who wait, and kept until five minutes before it expires", async () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  const { cache, request } = aCache(3_600);
  expect(await Promise.all([cache.get(), cache.get()])).toEqual(["t1", "t1"]);
  vi.setSystemTime(3_300_000 - 1);
  expect(await cache.get()).toBe("t1");
  vi.setSystemTime(3_300_000);
  expect(await cache.get()).toBe("t2");
  expect(request).toHaveBeenCalledTimes(2);
});

test("a token that lives for minutes is kept for half of them", async () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  const { cache } = aCache(60);
  await cache.get();
  vi.setSystemTime(29_999);
  expect(await cache.get()).toBe("t1");
  vi.setSystemTime(30_000);
  expect(await cache.get()).toBe("t2");
});

test("a failed request is not kept", async () => {
  const request = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue({ value: "t1", expiresIn: 60 });
  const cache = new AccessTokenCache(request);
  await expect(cache.get()).rejects.toThrow("away");
  expect(await cache.get()).toBe("t1");
});

test("a refused token is renewed once for all calls that it was refused to, and each call is made once more", async () => {
  const { cache, request } = aCache(3_600);
  const used: string[] = [];
  const call = async (token: string) => {
    used.push(token);
    if (token === "t1") throw refused;
    return token;
  };
  expect(await Promise.all([cache.use(call), cache.use(call)])).toEqual(["t2", "t2"]);
  expect(used).toEqual(["t1", "t1", "t2", "t2"]);
  expect(request).toHaveBeenCalledTimes(2);
});

test("a second refusal is final, and another failure renews nothing", async () => {
  const { cache, request } = aCache(3_600);
  await expect(cache.use(() => Promise.reject(refused))).rejects.toBe(refused);
  expect(request).toHaveBeenCalledTimes(2);
  const other = new ProviderError("RETRY", "503", { status: 503 });
  await expect(cache.use(() => Promise.reject(other))).rejects.toBe(other);
  expect(request).toHaveBeenCalledTimes(2);
});
