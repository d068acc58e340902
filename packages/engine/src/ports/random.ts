/** Where secrets and ids come from; unpredictable except in tests. */
export interface Random {
  bytes(length: number): Uint8Array;
}
