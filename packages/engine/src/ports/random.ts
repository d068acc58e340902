/** Where secrets and ids come from; unpredictable except in tests. */
export interface Random {
  /** So many random bytes. */
  bytes(length: number): Uint8Array;
}
