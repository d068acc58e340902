import { bookingCases } from './booking-cases.ts';
import { contentionCases } from './contention-cases.ts';
import type { ContractCase } from './contract-case.ts';
import { otherCases } from './other-cases.ts';

/**
 * What every storage must hold: run each case on an empty storage of your own, under any test runner.
 *
 * ```ts
 * for (const { name, run } of storageContract) test(name, async () => run(await openEmpty()));
 * ```
 */
export const storageContract: readonly ContractCase[] = [...bookingCases, ...contentionCases, ...otherCases];
