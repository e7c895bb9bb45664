/** Time that renderings may use of the event loop at a stretch, in milliseconds. */
export const SLICE_MS = 10;
/** Time after which a rendering in this thread is given up and repeated in a thread of its own, in milliseconds. */
export const LOCAL_MS = 20;
/** Characters and list items that a rendering in this thread may create. */
export const LOCAL_MEMORY = 300_000;
/** Size of the variables up to which a message is rendered in this thread, as `sizeOf` counts it. */
export const LOCAL_VARIABLES = 100_000;

/** Time that rendering for one member may take, in milliseconds. */
export const MEMBER_MS = 250;
/** Characters and list items that rendering for one member may create. */
export const MEMBER_MEMORY = 3_000_000;
/** Size of the variables of one message, as `sizeOf` counts it. They are copied to the thread that renders it. */
export const VARIABLES_BYTES_MAX = 4_000_000;

/** Time after which a thread hands back what it has rendered so far, so that another template gets its turn. */
export const TASK_MS = 100;
/** Characters after which it does so. */
export const TASK_OUTPUT = 2_000_000;
/** Members of a task, and the size of their variables. */
export const TASK_MEMBERS = 100;
export const TASK_VARIABLES = 500_000;

/** Time after which a thread that does not keep to `MEMBER_MS` by itself is ended, in milliseconds. */
export const STUCK_MS = 750;
/** Time that inlining the style rules of a template may take, in milliseconds. */
export const STYLES_MS = 2000;
/** Time that a thread may take to start, in milliseconds. */
export const RENDERER_START_MS = 30_000;
