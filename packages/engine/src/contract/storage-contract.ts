import { amendmentCases } from './amendment-cases.ts';
import { bookingCases } from './booking-cases.ts';
import { bookingQueryCases } from './booking-query-cases.ts';
import { changesCases } from './changes-cases.ts';
import { contentionCases } from './contention-cases.ts';
import type { ContractCase } from './contract-case.ts';
import { datedEventCases } from './dated-event-cases.ts';
import { deliveryRecordCases } from './delivery-record-cases.ts';
import { endpointCases } from './endpoint-cases.ts';
import { historyCases } from './history-cases.ts';
import { visitCases } from './visit-cases.ts';
import { endedVisitCases } from './ended-visit-cases.ts';
import { eventCases } from './event-cases.ts';
import { guestCases } from './guest-cases.ts';
import { keyCases } from './key-cases.ts';
import { linkCases } from './link-cases.ts';
import { leaseCases } from './lease-cases.ts';
import { locationCases } from './location-cases.ts';
import { pendingCases } from './pending-cases.ts';
import { passkeyCases } from './passkey-cases.ts';
import { staffCases } from './staff-cases.ts';
import { sessionCases } from './session-cases.ts';
import { settleCases } from './settle-cases.ts';
import { shapeCases } from './shape-cases.ts';
import { sharedStateCases } from './shared-state-cases.ts';
import { signUpCases } from './sign-up-cases.ts';

/**
 * The requirements for every storage: run each case on an empty instance of your storage, under any test runner.
 *
 * ```ts
 * for (const { name, run } of storageContract) test(name, async () => run(await openEmpty()));
 * ```
 */
export const storageContract: readonly ContractCase[] = [
  ...shapeCases,
  ...bookingCases,
  ...amendmentCases,
  ...historyCases,
  ...visitCases,
  ...bookingQueryCases,
  ...pendingCases,
  ...changesCases,
  ...contentionCases,
  ...locationCases,
  ...keyCases,
  ...signUpCases,
  ...staffCases,
  ...linkCases,
  ...sessionCases,
  ...passkeyCases,
  ...guestCases,
  ...endedVisitCases,
  ...endpointCases,
  ...leaseCases,
  ...settleCases,
  ...deliveryRecordCases,
  ...datedEventCases,
  ...eventCases,
  ...sharedStateCases,
];
