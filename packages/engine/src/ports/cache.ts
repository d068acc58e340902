/** Keeps ready answers for some seconds (§4.1, §8). Losing an entry costs time only. */
export interface Cache {
  get<T>(key: string): Promise<T | null>;
  set(key: string, value: unknown, seconds: number): Promise<void>;
}
