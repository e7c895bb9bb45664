import { notFound } from "@tanstack/react-router";
import { isNotFoundError } from "./http.ts";

/** A loader's object; an unknown id leads to the route's not-found page instead of its error page. */
export async function foundOr404<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw isNotFoundError(error) ? notFound() : error;
  }
}
