import { JsonField } from "../../../../components/json-field.tsx";
import { LoadFailed } from "../../../../components/load-failed.tsx";
import { Select, type SelectOption } from "../../../../components/select.tsx";
import { Skeleton } from "../../../../components/skeleton.tsx";
import type { PayloadSource } from "./chosen-data.ts";
import type { PreviewDataState } from "./use-preview-data.ts";

/** The payload of the event: an example, that of the last event, or what is written here. Writing into another one makes it the member's own. */
export function PayloadFields({ data: { chosen, choose, example, recent, text, fault } }: { data: PreviewDataState }) {
  const { source } = chosen;
  const query = source === "example" ? example : recent;
  const isMissing = source !== "own" && query.data === undefined;
  const hasEvent = recent.data === undefined || recent.data.length > 0;
  const options: SelectOption<PayloadSource>[] = [
    { id: "example", text: "Example", description: "Made from what the workflow needs" },
    {
      id: "event",
      text: "Last event",
      description: hasEvent ? "As it was triggered" : "There is none yet",
      disabled: !hasEvent,
    },
    { id: "own", text: "My own", description: "Written below" },
  ];
  return (
    <>
      <Select
        label="Payload"
        value={source}
        options={options}
        onChange={(next) =>
          // What is on the screen is where an own one begins.
          choose({ source: next, ...(next === "own" && chosen.ownPayload === "" && { ownPayload: text }) })
        }
      />
      {source !== "own" && <LoadFailed what={source === "example" ? "The example" : "The last event"} query={query} />}
      {isMissing && query.isPending ? (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-32 w-full" />
        </div>
      ) : (
        <JsonField
          label="Payload as JSON"
          optional
          error={fault === undefined ? undefined : { type: "json", message: fault }}
          value={text}
          onChange={(ownPayload) => choose({ source: "own", ownPayload })}
        />
      )}
    </>
  );
}
