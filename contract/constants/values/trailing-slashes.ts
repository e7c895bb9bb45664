/** Returns an address without the slashes at its end. Its time is linear, which that of `/\/+$/` is not. */
export function withoutTrailingSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === "/") end--;
  return address.slice(0, end);
}
