import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useRef } from "react";

type OneMutation<T, V, C> = Pick<UseMutationResult<T, Error, V, C>, "data" | "error" | "isError" | "isPending"> & {
  mutate: (variables: V, onSuccess?: (result: T) => void) => void;
};

/** A mutation that is made once at a time: asked for again while it is under way, it does nothing. */
export function useOneMutation<T, V = void, C = unknown>(
  options: UseMutationOptions<T, Error, V, C>,
): OneMutation<T, V, C> {
  // Two presses may come before the button has heard of the first.
  const underWay = useRef(false);
  const { data, error, isError, isPending, mutateAsync } = useMutation(options);
  async function once(variables: V, onSuccess?: (result: T) => void): Promise<void> {
    if (underWay.current) return;
    underWay.current = true;
    try {
      const result = await mutateAsync(variables);
      onSuccess?.(result);
    } catch {
      // It is the mutation's error now.
    } finally {
      underWay.current = false;
    }
  }
  return { data, error, isError, isPending, mutate: (variables, onSuccess) => void once(variables, onSuccess) };
}
