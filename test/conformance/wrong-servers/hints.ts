import { answering } from '../faults.ts';
import type { Fault } from '../target.ts';
import type { WrongServers } from './wrong-server.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- what goes out, which faults spoil
const errors = (change: (given: any[]) => unknown): Fault =>
  answering(
    ({ method }) => method === 'POST',
    ({ json }) => {
      if (Array.isArray(json?.errors)) json.errors = change(json.errors);
    },
  );

const breaks = ['D30/fields-at-fault'];

export const wrongServers: WrongServers = {
  'lists another fault first than its message has': {
    breaks,
    fault: errors((given) => [{ field: 'lang', message: 'lang must be one of sv, en, no, da' }, ...given]),
  },
  'lists an error twice': { breaks, fault: errors((given) => [...given, ...given]) },
  'lists errors without their fields': {
    breaks,
    fault: errors((given) => given.map(({ message }) => ({ message }))),
  },
  'lists errors as texts': {
    breaks,
    fault: errors((given) => given.map(({ message }) => message as string)),
  },
  'returns an empty list of errors': { breaks, fault: errors(() => []) },
};
