/** What a contestant's process can be told to do; inputs and results travel as JSON. */
export type Commands = Record<string, (input: unknown) => Promise<unknown>>;

/** Does what the measuring process says, until it says no more or is gone. Call it when everything is ready. */
export function obey(commands: Commands): void {
  process.on("message", (message: { id: number; command: string; input: unknown }) => {
    const { id, command, input } = message;
    void answer(commands[command], input).then((reply) => process.send?.({ id, ...reply }));
  });
  // A killed measuring process must leave nothing behind.
  process.on("disconnect", () => process.exit(0));
  process.send?.({ ready: true });
}

async function answer(command: Commands[string] | undefined, input: unknown) {
  try {
    if (!command) throw new Error("There is no such command");
    return { result: await command(input) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
