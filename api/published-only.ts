import { DomainError } from "#domain/errors.ts";

/** Refuses a change by members in an environment that gets its content from another one. Keys may: a deployment writes by them. */
export const publishedOnly = (environment: string): DomainError =>
  new DomainError(
    "forbidden",
    `${environment} is read-only for members: make the change in the environment that it is published from, and publish it`,
  );
