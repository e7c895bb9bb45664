import type { Fragment, Sql } from "postgres";

/** Characters of a payload's JSON text, of `event_contents c`; those of an older event are counted, which reads the payload. */
export const payloadSize = (sql: Sql): Fragment => sql`coalesce(c.payload_size, length(c.payload::text))`;
