import { shortTime } from "#dashboard/components/display/relative-time.tsx";
import { ChoiceFilter, SetFilter } from "./filter-button.tsx";

const MINUTE = 60_000;

interface PeriodFilterProps {
  /** "entries", "requests". */
  noun: string;
  from: string | undefined;
  to: string | undefined;
  /** Lengths of periods that end now; their ids are minutes. */
  choices: readonly { id: string; text: string }[];
  onChange: (change: { from?: string | undefined; to?: undefined }) => void;
}

/** A filter by when things happened: since a moment that is chosen, and until one that a link names. */
export function PeriodFilter({ noun, from, to, choices, onChange }: PeriodFilterProps) {
  return (
    <>
      {from ? (
        <SetFilter
          text={`Since ${shortTime(from)}`}
          title={`Show earlier ${noun} too`}
          onClear={() => onChange({ from: undefined })}
        />
      ) : (
        <ChoiceFilter
          name="Period"
          all="All that are kept"
          options={choices}
          value={undefined}
          onChange={(minutes) =>
            onChange({ from: minutes && new Date(Date.now() - Number(minutes) * MINUTE).toISOString() })
          }
        />
      )}
      {to && (
        <SetFilter
          text={`Until ${shortTime(to)}`}
          title={`Show later ${noun} too`}
          onClear={() => onChange({ to: undefined })}
        />
      )}
    </>
  );
}
