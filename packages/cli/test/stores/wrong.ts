/** The storage in memory with one fault, which `BORD_TEST_FAULT` names. */
import { BookingError, type Storage } from '@bord/engine/storage';
import { memoryStorage, type OpenEmpty } from '@bord/engine/testing';

const FAULTS: Readonly<Record<string, (sound: Storage) => Storage>> = {
  'no lock': (sound) => ({
    ...sound,
    bookings: {
      ...sound.bookings,
      async amend(scope, rule) {
        const { result: snapshot } = await sound.bookings.amend(scope, (read) => ({ result: read }));
        await new Promise(setImmediate);
        const amendment = rule(snapshot);
        return sound.bookings.amend(scope, () => amendment);
      },
    },
  }),
  'a name is cut off': (sound) => ({
    ...sound,
    bookings: {
      ...sound.bookings,
      async find(id, visibility) {
        const found = await sound.bookings.find(id, visibility);
        return found && { ...found, guest: { ...found.guest, name: found.guest.name.slice(0, 5) } };
      },
    },
  }),
  'a method is missing': (sound) => {
    const { purge: _, ...outbox } = sound.outbox;
    return { ...sound, outbox: outbox as Storage['outbox'] };
  },
  throws: (sound) => ({
    ...sound,
    records: {
      ...sound.records,
      list: () => Promise.reject(new BookingError('unavailable', `the database is away \u001b[2J\u202e`)),
    },
  }),
  'holds the process': (sound) => ({
    ...sound,
    nowMs() {
      for (;;);
    },
  }),
  'ends the process': (sound) => ({
    ...sound,
    nowMs() {
      console.error('out of memory \u001b[2J');
      process.exit(7);
    },
  }),
  'cannot be closed': (sound) => ({ ...sound, close: () => Promise.reject(new Error('still busy')) }),
};

export const openEmpty: OpenEmpty = ({ clock }) => {
  const fault = process.env['BORD_TEST_FAULT'] ?? '';
  if (fault === 'cannot be opened') throw new Error('no such host');
  if (fault === 'is none') return null as unknown as Storage;
  return FAULTS[fault]!(memoryStorage(clock));
};
