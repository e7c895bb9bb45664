/** A result together with the answer that it stands in, whose body has been read unless the result is that answer. */
export interface WithResponse<T> {
  data: T;
  response: Response;
  /** The API's log has it with the call. */
  requestId: string | undefined;
}

/** A call: its result when awaited. */
export interface Call<T> extends Promise<T> {
  /** The result together with the answer: its status, headers and request id. */
  withResponse(): Promise<WithResponse<T>>;
}

export function callOf<T>(receiving: Promise<{ data: T; response: Response }>): Call<T> {
  const result = receiving.then(({ data }) => data);
  return Object.assign(result, {
    async withResponse() {
      // Whoever asks for both hears of the failure here.
      result.catch(() => undefined);
      const { data, response } = await receiving;
      return { data, response, requestId: response.headers.get("x-request-id") ?? undefined };
    },
  });
}
