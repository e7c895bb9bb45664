/** Classes that the client extends, which calls their methods itself. */
const EXTENDED: ReadonlySet<string> = new Set(["Events", "Resources"]);

/**
 * Returns the generated client without the methods of operations that a program never names. Half of the API is for servers, and a bundler
 * cannot see that a method of a class is not called. `source` is the text of the program, which names operations as `topics.create`.
 */
export function withUsedOperations(client: string, source: string): string {
  const named = new Set(
    Array.from(source.matchAll(/\b(\w+)\.(?=(\w+))/g), ([, owner, method]) => nameOf(owner, method)),
  );
  // slow-expression: the generated client, which has no other form
  return client.replace(/^export class (\w+) \{\n[\s\S]*?^\}\n/gm, (text, className: string) => {
    if (EXTENDED.has(className)) return text;
    const owner = className.replace(/^V2(?=.)/, "");
    // slow-expression: the same
    return text.replace(/^ {2}\/\*\*[\s\S]*?\*\/\n {2}(\w+)\([\s\S]*?^ {2}\}\n/gm, (method, name: string) =>
      named.has(nameOf(owner, name)) ? method : "",
    );
  });
}

const nameOf = (owner = "", method = ""): string => `${owner}.${method}`.toLowerCase();
