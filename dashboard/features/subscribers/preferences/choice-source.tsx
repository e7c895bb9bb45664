import type { ChoiceSource } from "#contract/preferences.ts";

const PLACES: Readonly<Record<ChoiceSource["by"], string>> = {
  inbox: "By the person, in the inbox",
  "preferences-page": "By the person, on the preferences page",
  "one-click": "By one-click unsubscribe",
  api: "By an API key",
  dashboard: "By a member, here",
  import: "By an import",
};

/** Says where and when a choice was made. */
export function ChoiceSourceText({ source: { by, at } }: { source: ChoiceSource }) {
  const moment = new Date(at);
  return (
    <span className="max-w-44 text-xs text-muted" title={moment.toLocaleString("en-GB")}>
      {`${PLACES[by]}, on ${dayText(moment)}`}
    </span>
  );
}

/** "3 May", and with its year where that is another one. */
function dayText(moment: Date): string {
  const isThisYear = moment.getFullYear() === new Date().getFullYear();
  return moment.toLocaleDateString("en-GB", { day: "numeric", month: "long", ...(!isThisYear && { year: "numeric" }) });
}
