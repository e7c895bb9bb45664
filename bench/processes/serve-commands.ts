/** Commands that a subprocess executes; inputs and results travel as JSON. */
export type Commands = Record<string, (input: unknown) => Promise<unknown>>;

/** Executes the commands of the parent process until that disconnects or ends. Call it once everything is ready. */
export function serveCommands(commands: Commands): void {
  process.on("message", (message: { id: number; command: string; input: unknown }) => {
    const { id, command, input } = message;
    void execute(commands[command], input).then((reply) => process.send?.({ id, ...reply }));
  });
  // Also when the parent was killed, nothing is left running.
  process.on("disconnect", () => process.exit(0));
  // While the script was loading nobody listened for it.
  if (!process.connected) process.exit(0);
  process.send?.({ ready: true });
}

async function execute(command: Commands[string] | undefined, input: unknown) {
  try {
    if (!command) throw new Error("There is no such command");
    return { result: await command(input) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
