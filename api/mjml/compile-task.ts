import { type CompiledMjml, compileMjml } from "./compile-mjml.ts";

/** Runs in a thread of the pool: see mjml-compiler.ts. `started` becomes 1 once the library is loaded and the work begins. */
export default function runCompileTask({
  source,
  started,
}: {
  source: string;
  started: Int32Array;
}): Promise<CompiledMjml> {
  Atomics.store(started, 0, 1);
  return compileMjml(source);
}
