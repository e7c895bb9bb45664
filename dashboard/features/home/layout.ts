/** The numbers beside each other. */
export const HOME_TILES = "grid grid-cols-1 gap-4 md:grid-cols-3";
/** Failures beside what waits and the integrations. */
export const HOME_COLUMNS = "grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]";
