import type { LiveWords } from '../live.ts';

const tablesIn = (ids: readonly string[]): string =>
  ids.length === 0 ? 'no table' : `${ids.length === 1 ? 'table' : 'tables'} ${ids.join(' + ')}`;

export const en: LiveWords = {
  preview: {
    where: (time, tables) => `${time}, ${tablesIn(tables)}`,
    move: (party, time, tables) => `${party} ${time} → ${tablesIn(tables)}`,
    stays: (party, time, size, tables) => `${party} ${time}, ${size}, cannot leave ${tablesIn(tables)}`,
    block: (time, until, reason) => `Blocked ${time}–${until}${reason && `: ${reason}`}`,
    outOfSeason: (tables) => `${tables.join(', ')}: out of season then`,
    unchanged: 'Nothing would change',
    conflict: 'This party can no longer be moved there',
    stale: 'Somebody has changed this booking meanwhile',
  },
  script: {
    lost: 'No connection since {since}. This is the evening as it was at {seen}; nothing can be changed until the connection is back.',
    away: 'The server has not reached its database since {since}. This is the evening as it was at {seen}; nothing can be changed until it is back.',
    back: 'Connected again. This is the evening as it is now.',
    ended: 'You are signed out. Nothing on this page is renewed any more.',
    signIn: 'Sign in',
    readOnly: 'Not now: there is no connection.',
    lifted: '{party} picked up. Arrow keys move it, Enter drops it, Escape puts it back.',
    asking: 'Looking …',
    putBack: '{party} is back where it was.',
    refused: 'Not possible',
    moving: 'These would move:',
    drop: 'Move',
    cancel: 'Put back',
    others: 'Other times and tables',
    failed: 'That did not work. Nothing has been changed.',
    fixed: '{party} cannot be moved any more.',
    seated: '{party} sits already: another table, but no other time.',
    changed: 'Changed meanwhile: {what}',
    reload: 'Show the booking as it is now',
    close: 'Close',
    help: {
      title: 'Keys',
      keys: 'Key',
      arrows: 'From party to party',
      enter: 'Open the booking',
      lift: 'Pick the party up: arrow keys move it by time and table, Enter drops it, Escape puts it back',
      walkIn: 'Walk-in',
      booking: 'New booking',
      search: 'Search',
      help: 'These keys',
      escape: 'Put back, close',
      drag: 'With the mouse, drag a party; with a finger, hold it first.',
      single: 'Use keys of a single letter',
    },
  },
};
