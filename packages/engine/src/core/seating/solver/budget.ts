/** What a question may still cost. Steps, never time: the same question has the same answer on every machine. */
export interface Budget {
  stepsLeft: number;
}
