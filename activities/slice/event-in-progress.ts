import type { Later } from "../run/later.ts";
import type { PinnedEvent } from "../run/pinned-event.ts";
import type { Slice } from "../run/slice.ts";
import type { SliceDeps } from "./slice-deps.ts";

/** One event that is moved on by one activity. */
export interface EventInProgress extends PinnedEvent {
  deps: SliceDeps;
}

/** A slice whose outcome is stored and sent. */
export interface StoringSlice extends Slice {
  deps: SliceDeps;
  later: Later;
}
