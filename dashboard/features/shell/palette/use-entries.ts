import type { Belfry } from "#client/client.ts";
import { type FoundObject, OBJECT_KINDS } from "#dashboard/objects.ts";
import { useRecentObjects } from "#dashboard/recent-objects.ts";
import { OBJECT_ICONS } from "./object-icons.ts";
import { matching, type PaletteEntry } from "./palette-entry.ts";
import { type CommandOptions, useCommands } from "./use-commands.ts";
import { useSearch } from "./use-search.ts";

interface EntriesOptions {
  text: string;
  commands: CommandOptions;
  onOpenObject: (object: FoundObject) => void;
}

const NONE_OPENED: readonly FoundObject[] = [];

/** Returns what the palette lists for a text: objects that were opened last, commands, and what the server finds. */
export function useEntries(api: Belfry, { text, commands, onOpenObject }: EntriesOptions) {
  const environmentId = commands.current?._id;
  const recent = useRecentObjects(({ opened }) => opened[environmentId ?? ""] ?? NONE_OPENED);
  const { objects, isSearching, error } = useSearch(api, environmentId, text);
  const entryOf = (object: FoundObject): PaletteEntry => ({
    id: `${object.kind}:${object.id}`,
    text: object.title,
    detail: object.subtitle,
    Icon: OBJECT_ICONS[object.kind],
    run: () => onOpenObject(object),
  });
  const local = matching([{ heading: "Recent", entries: recent.map(entryOf) }, ...useCommands(commands)], text);
  const known = new Set(local.flatMap(({ entries }) => entries.map(({ id }) => id)));
  // What the server finds comes last, so that nothing moves when it arrives.
  const found = Object.entries(OBJECT_KINDS).map(([kind, { plural }]) => ({
    heading: plural,
    entries: objects
      .filter((object) => object.kind === kind)
      .map(entryOf)
      .filter(({ id }) => !known.has(id)),
  }));
  return { sections: [...local, ...found.filter(({ entries }) => entries.length > 0)], isSearching, error };
}
