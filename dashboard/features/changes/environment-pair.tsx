import { ArrowRight } from "lucide-react";
import { Select } from "#dashboard/components/controls/select.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface EnvironmentPairProps {
  source: string;
  target: string;
  onChange: (pair: { from: string; to: string }) => void;
}

/** Chooses the environments to compare. Choosing the other one of both swaps them. */
export function EnvironmentPair({ source, target, onChange }: EnvironmentPairProps) {
  const { environments } = useEnvironment();
  const options = environments.map(({ _id, name }) => ({ id: _id, text: name }));
  return (
    <section aria-label="Environments" className="flex flex-wrap items-end gap-3">
      <div className="w-52 max-w-full">
        <Select
          label="Publish from"
          value={source}
          options={options}
          onChange={(id) => onChange({ from: id, to: id === target ? source : target })}
        />
      </div>
      <ArrowRight className="mb-2 size-4 shrink-0 text-muted rtl:rotate-180" aria-hidden="true" />
      <div className="w-52 max-w-full">
        <Select
          label="To"
          value={target}
          options={options}
          onChange={(id) => onChange({ from: id === source ? target : source, to: id })}
        />
      </div>
    </section>
  );
}
