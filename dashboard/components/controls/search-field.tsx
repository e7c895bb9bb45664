import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useIsComposing } from "#dashboard/input-method.ts";
import { useKeptInput } from "#dashboard/kept-input.ts";
import { Input } from "./field.tsx";

const DEBOUNCE_MS = 200;

interface SearchFieldProps {
  label: string;
  /** The value in the address. */
  value: string;
  onSearch: (value: string) => void;
  /** Marks the field that `/` focuses. */
  primary?: boolean;
}

/** Searches 200 ms after the last key, no half words of an input method, and shows the address's value when that changes otherwise. */
export function SearchField({ label, value, onSearch, primary = false }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const submitted = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  useKeptInput<string>(`search/${label}`, {
    typed: () => (text.trim() === submitted.current ? undefined : text),
    onReturn: setText,
  });

  useEffect(() => {
    // The result of the field's own search must not overwrite the letters typed since.
    if (value === submitted.current) return;
    submitted.current = value;
    setText(value);
  }, [value]);

  const isComposing = useIsComposing();
  useEffect(() => {
    const next = text.trim();
    if (isComposing || next === submitted.current) return;
    const timer = setTimeout(() => {
      submitted.current = next;
      search.current(next);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, isComposing]);

  return (
    <div className="relative w-full sm:w-64">
      <Search className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" aria-hidden="true" />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        data-primary-search={primary || undefined}
        className="pl-8"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
