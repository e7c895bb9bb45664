import type { Resumption } from "#contract/resumptions.ts";

/** Says who asked for a resumption or a cancellation, and by which API key. */
export function AskedBy({ by }: { by: Resumption["createdBy"] }) {
  if (!by) return <span>–</span>;
  return (
    <>
      <span dir="auto" translate="no">
        {by.name}
      </span>
      {by.keyEnd !== undefined && ` by API key …${by.keyEnd}`}
    </>
  );
}
