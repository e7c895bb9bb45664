import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Input } from "./field.tsx";

const DEBOUNCE_MS = 200;

interface SearchFieldProps {
  label: string;
  /** The value that the address holds. */
  value: string;
  onSearch: (value: string) => void;
  /** Marks the field that `/` focuses. */
  primary?: boolean;
}

/** Searches 200 ms after the last key, and follows the address when something else changes it. */
export function SearchField({ label, value, onSearch, primary = false }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;

  useEffect(() => {
    // What comes back from our own search must not undo the letters typed since.
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      search.current(wanted);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

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
