/** Keeps ready answers for some seconds (§4.1, §8). Losing an entry costs time only. */
export interface Cache {
  get<T>(key: string): Promise<T | null>;
  set<T>(key: string, value: T, seconds: number): Promise<void>;
}
