import { Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { Input, TextField } from "react-aria-components/TextField";
import type { Belfry } from "#client/client.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { errorText } from "#dashboard/errors.ts";
import type { FoundObject } from "#dashboard/objects.ts";
import type { PaletteEntry, PaletteSection } from "./palette-entry.ts";
import type { TypedAhead } from "./typed-ahead.ts";
import type { CommandOptions } from "./use-commands.ts";
import { useEntries } from "./use-entries.ts";

export interface PaletteContentProps {
  api: Belfry;
  commands: CommandOptions;
  onOpenObject: (object: FoundObject) => void;
  onClose: () => void;
  /** Returns what was typed before the field was there. */
  takeTyped: () => TypedAhead;
}

export function PaletteContent({ api, commands, onOpenObject, onClose, takeTyped }: PaletteContentProps) {
  const [text, setText] = useState("");
  const [isAwaited, setAwaited] = useState(false);
  const { sections, isSearching, error } = useEntries(api, { text, commands, onOpenObject });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the field has the focus, it takes the keys itself
  useEffect(() => {
    const typed = takeTyped();
    if (typed.text !== "") setText(typed.text);
    if (typed.isEntered) setAwaited(true);
  }, []);

  const first = sections[0]?.entries[0];

  function choose(entry: PaletteEntry) {
    onClose();
    entry.run();
  }

  const chooseAwaited = useRef(() => {});
  chooseAwaited.current = () => first && choose(first);
  useEffect(() => {
    if (!isAwaited || isSearching) return;
    setAwaited(false);
    chooseAwaited.current();
  }, [isAwaited, isSearching]);

  /** Enter chooses the first entry when the arrow keys have not chosen another one; as soon as there is one, after an id was pasted. */
  function chooseFirst(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "Enter") return;
    if (!first) return setAwaited(isSearching);
    const active = event.currentTarget.querySelector("input")?.getAttribute("aria-activedescendant");
    if (active && document.getElementById(active)) return;
    event.preventDefault();
    event.stopPropagation();
    choose(first);
  }

  return (
    <Autocomplete
      inputValue={text}
      onInputChange={(typed) => {
        setText(typed);
        setAwaited(false);
      }}
    >
      <div className="border-b" onKeyDownCapture={chooseFirst}>
        <TextField aria-label="Search or run a command" autoFocus className="relative">
          <Search className="pointer-events-none absolute top-3.5 left-4 size-4 text-muted" aria-hidden="true" />
          <Input
            role="combobox"
            aria-expanded
            aria-haspopup="listbox"
            placeholder="Name, id or command"
            className="w-full bg-transparent py-3 pr-4 pl-11 text-base outline-none"
            maxLength={200}
          />
        </TextField>
      </div>
      <Results sections={sections} onChoose={choose}>
        {isSearching ? "Searching" : `Nothing in ${commands.current?.name ?? "Belfry"} matches “${text.trim()}”.`}
      </Results>
      <p role="status" className="flex min-h-8 items-center border-t px-4 py-1 text-xs text-muted">
        {error ? (
          <span className="text-danger wrap-anywhere">{errorText(error)}</span>
        ) : isSearching ? (
          "Searching"
        ) : (
          <span className="max-sm:sr-only">Arrow keys move, Enter opens, Esc closes</span>
        )}
      </p>
    </Autocomplete>
  );
}

interface ResultsProps {
  sections: readonly PaletteSection[];
  onChoose: (entry: PaletteEntry) => void;
  /** Shown where there are none. */
  children: ReactNode;
}

function Results({ sections, onChoose, children }: ResultsProps) {
  return (
    <ListBox
      aria-label="Results"
      className="group/results h-96 max-h-[55vh] overflow-auto p-1.5 outline-none"
      renderEmptyState={() => <p className="px-3 py-8 text-center text-muted wrap-anywhere">{children}</p>}
    >
      {sections.map(({ heading, entries }) => (
        <ListBoxSection key={heading} id={heading} className="pb-1.5">
          <Header className="px-2.5 py-1 text-xs text-muted">{heading}</Header>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} isFirst={entry === sections[0]?.entries[0]} onChoose={onChoose} />
          ))}
        </ListBoxSection>
      ))}
    </ListBox>
  );
}

interface EntryProps {
  entry: PaletteEntry;
  isFirst: boolean;
  onChoose: (entry: PaletteEntry) => void;
}

function Entry({ entry, isFirst, onChoose }: EntryProps) {
  const { id, text, detail, Icon } = entry;
  return (
    <ListBoxItem
      id={id}
      textValue={text}
      onAction={() => onChoose(entry)}
      className={classNames(
        "flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 outline-none select-none data-focused:bg-accent-soft data-hovered:bg-sunken",
        isFirst && "group-not-has-data-focused/results:bg-accent-soft",
      )}
    >
      <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 truncate">{text}</span>
      {detail && (
        <span translate="no" className="ml-auto max-w-[45%] shrink-0 truncate font-mono text-xs text-muted">
          {detail}
        </span>
      )}
    </ListBoxItem>
  );
}
