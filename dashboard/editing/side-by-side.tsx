/** The names of two columns: "Theirs, Ada, 12:04" and "Yours". */
export type Sides = readonly [theirs: string, yours: string];

interface SideBySideProps {
  sides: Sides;
  fields: readonly { label: string; before: string; after: string }[];
}

/** Fields of two versions in two columns, so that each can be read whole; on a narrow screen one below the other. */
export function SideBySide({ sides: [theirs, yours], fields }: SideBySideProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3 p-3">
      {fields.map(({ label, before, after }) => (
        <section key={label} aria-label={label} className="flex min-w-0 flex-col gap-1">
          <h4 className="text-xs font-medium text-muted">{label}</h4>
          <dl className="grid grid-cols-1 gap-3 md:grid-cols-2">
            <Side name={theirs} text={before} className="border-s-danger" />
            <Side name={yours} text={after} className="border-s-success" />
          </dl>
        </section>
      ))}
    </div>
  );
}

function Side({ name, text, className }: { name: string; text: string; className: string }) {
  return (
    <div className={`min-w-0 rounded-md border border-s-4 bg-raised ${className}`}>
      <dt className="border-b px-2 py-1 text-xs text-muted">{name}</dt>
      <dd
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        dir="auto"
        className="max-h-80 overflow-auto px-2 py-1 whitespace-pre-wrap wrap-anywhere"
      >
        {text === "" ? <span className="text-muted">Nothing</span> : text}
      </dd>
    </div>
  );
}
