/** Right: the storage in memory. */
import { memoryStorage, type OpenEmpty } from '@bord/engine/testing';

export const openEmpty: OpenEmpty = ({ clock }) => memoryStorage(clock);
