import type { Later } from "../run/later.ts";
import type { PinnedEvent } from "../run/pinned-event.ts";
import type { Slice } from "../run/slice.ts";
import type { SliceDeps } from "./slice-deps.ts";

export interface EventInProgress extends PinnedEvent {
  deps: SliceDeps;
}

export interface StoringSlice extends Slice {
  deps: SliceDeps;
  later: Later;
}
