import type { Health } from "#contract/health.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { DEPENDENCY_NAMES, dependenciesOf } from "#dashboard/health-text.ts";

/** By dependency, the effect of its being down, and the remedy for the operator. */
const EFFECTS: Readonly<Record<keyof Health["dependencies"], { effect: string; remedy: string }>> = {
  database: {
    effect: "Nothing can be read or accepted.",
    remedy: "Check that Postgres runs and takes connections at the address in DATABASE_URL.",
  },
  temporal: {
    effect: "Events are not accepted, and runs do not go on.",
    remedy: "Check that Temporal runs and can be reached from the API. What waits goes on by itself afterwards.",
  },
  sockets: {
    effect: "Inboxes show changes only when they are read again.",
    remedy: "It connects again by itself. If it does not, the log of the API says why.",
  },
  mail: {
    effect: "Emails to members, such as password resets, are lost.",
    remedy: "Check the mail server that is configured for mails to members. The log of the API says what it answered.",
  },
};

const isKnown = (name: string): name is keyof typeof EFFECTS => Object.hasOwn(EFFECTS, name);

/** The version that runs, and each thing that it depends on with the cause and the remedy of what is down. */
export const SystemState = ({ health }: { health: Health }) => (
  <Section title="System" text={`Version ${health.version}`}>
    <ul className="flex flex-col divide-y rounded-lg border">
      {dependenciesOf(health).map(({ name, status, message }) => (
        <li key={name} className="flex flex-col gap-1 p-3">
          <span className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-medium">{DEPENDENCY_NAMES[name] ?? name}</span>
            <Badge tone={status === "up" ? "success" : "danger"}>{status === "up" ? "Up" : "Down"}</Badge>
          </span>
          {status === "down" && (
            <>
              {message && <p className="text-danger wrap-anywhere">{message}</p>}
              {isKnown(name) && <p>{EFFECTS[name].effect}</p>}
              {isKnown(name) && <p className="text-muted">{EFFECTS[name].remedy}</p>}
            </>
          )}
        </li>
      ))}
    </ul>
  </Section>
);
