import { type Answer, failure } from "./fake-server.ts";

/** A way in which a server does not do what was asked. */
export interface Fault {
  name: string;
  answer: () => Answer;
  /** Texts that a member has to read. */
  says: readonly RegExp[];
}

/** Fails as `fetch` does when no server answers. */
export const unreachable = (): never => {
  throw new TypeError("Failed to fetch");
};

/** The errors on the screen. Asked for directly, as a search by role computes the style of all elements. */
export const alerts = (): Element[] => [...document.querySelectorAll("[role='alert']")];

/** The server's faults, each of which trying again may mend. */
export const FAULTS: readonly Fault[] = [
  {
    name: "403",
    answer: () => failure(403, "This is not for your role"),
    says: [/This is not for your role/, /Ask an admin of the organisation/],
  },
  { name: "404", answer: () => failure(404, "It is not there"), says: [/It is not there/] },
  {
    name: "429",
    answer: () => ({ ...failure(429, "API rate limit exceeded"), headers: { "Retry-After": "42" } }),
    says: [/API rate limit exceeded/, /Try again in 42 s/],
  },
  {
    name: "500",
    answer: () => failure(500, "Internal server error", "request-7"),
    says: [/The server had an internal error/, /request-7/],
  },
  { name: "offline", answer: unreachable, says: [/Belfry does not answer/, /Nothing is lost/] },
];
