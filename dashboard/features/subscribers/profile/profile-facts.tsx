import type { Subscriber } from "#contract/subscribers.ts";
import { JsonBlock } from "#dashboard/components/display/code-block.tsx";

/** The profile for members who may not change it. */
export function ProfileFacts({ subscriber }: { subscriber: Subscriber }) {
  const { firstName, lastName, email, phone, locale, timezone, data } = subscriber;
  const facts = { "First name": firstName, "Last name": lastName, Email: email, Phone: phone, Locale: locale };
  return (
    <>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
        {Object.entries({ ...facts, "Time zone": timezone ?? "UTC" }).map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd dir="auto" translate="no" className="wrap-anywhere">
              {value || "–"}
            </dd>
          </div>
        ))}
      </dl>
      <JsonBlock label="data" value={data ?? {}} />
    </>
  );
}
