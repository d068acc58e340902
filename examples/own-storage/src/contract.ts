/** Opens storages for the contract: `npx bord verify-store src/contract.ts` */
import { join } from 'node:path';
import type { OpenEmpty } from '@bord/engine/testing';
import { fileStorage } from './storage.ts';

export const openEmpty: OpenEmpty = ({ folder, clock }) =>
  fileStorage({ path: join(folder, 'bord.json'), clock });
