const SECRET_ENDINGS =
  /(token|secret|password|passphrase|signature|authorization|hash|(api|access|secret|private)[-_]?key)$/i;

/** Parameters by which callers prove who they are: session tokens, keys in addresses that vendors call, signatures, codes. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set(["key", "sig", "code", "state", "auth"]);

/** Whether the name of a field says that its value is secret. */
export const isSecretName = (name: string): boolean => SECRET_ENDINGS.test(name);

const isSecretParameter = (name: string): boolean => SECRET_PARAMETERS.has(name.toLowerCase()) || isSecretName(name);

/** Returns an address, or the path and query of one, with the values of secret parameters replaced. */
export function redactQuery(address: string): string {
  const start = address.indexOf("?");
  if (start === -1) return address;
  const end = address.indexOf("#", start);
  const query = end === -1 ? address.slice(start + 1) : address.slice(start + 1, end);
  const parameters = query.split("&").map((parameter) => {
    const [name = "", ...value] = parameter.split("=");
    return value.length > 0 && isSecretParameter(decoded(name)) ? `${name}=[secret]` : parameter;
  });
  return `${address.slice(0, start)}?${parameters.join("&")}${end === -1 ? "" : address.slice(end)}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
