import type { SafetyCaps } from "#contract/safety-caps.ts";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { CAPS } from "./caps.ts";

/** The caps for members who may not change them. */
export const CapFacts = ({ caps }: { caps: SafetyCaps }) => (
  <dl className="flex flex-col gap-3">
    {CAPS.map(({ name, unit }) => {
      const value = caps[name];
      return (
        <div key={name}>
          <dt className="text-xs text-muted">{`Most ${unit}`}</dt>
          <dd className="tabular-nums">{value === null ? "No cap" : numberText(value)}</dd>
        </div>
      );
    })}
  </dl>
);
