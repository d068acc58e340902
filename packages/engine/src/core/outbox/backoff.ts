/** Seconds before each retry of a delivery (§6.5, D23). */
export const DEFAULT_RETRY_DELAYS_SECONDS: readonly number[] = [10, 60, 300, 1800];

/**
 * The time until the next attempt after a failed one.
 *
 * @param attempt the attempt that failed, counted from 1
 * @returns seconds, or null after the last one
 */
export function retryDelaySeconds(
  attempt: number,
  delays: readonly number[] = DEFAULT_RETRY_DELAYS_SECONDS,
): number | null {
  return delays[attempt - 1] ?? null;
}
