/**
 * Work that one process does for all: the nightly sweep, reminders, purging. Whoever takes a duty does it until she gives it back or her
 * time is up; a process that dies loses it by itself.
 */
export interface Duties {
  /**
   * Takes the duty for `leaseMs` from now, by the storage's clock; true when the holder has it. A holder that has it renews it so.
   *
   * Atomic: a duty has one holder at a time, in all processes.
   */
  take(duty: string, holder: string, leaseMs: number): Promise<boolean>;

  /** Gives the duty back before its time; nothing happens when another has it. */
  giveBack(duty: string, holder: string): Promise<void>;
}
