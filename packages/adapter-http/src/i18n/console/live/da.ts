import type { LiveWords } from '../live.ts';

const tablesIn = (ids: readonly string[]): string =>
  ids.length === 0 ? 'intet bord' : `bord ${ids.join(' + ')}`;

export const da: LiveWords = {
  preview: {
    where: (time, tables) => `${time}, ${tablesIn(tables)}`,
    move: (party, time, tables) => `${party} ${time} → ${tablesIn(tables)}`,
    stays: (party, time, size, tables) =>
      `${party} ${time}, ${size} pers., kan ikke forlade ${tablesIn(tables)}`,
    block: (time, until, reason) => `Spærret ${time}–${until}${reason && `: ${reason}`}`,
    outOfSeason: (tables) => `${tables.join(', ')}: ikke i sæson da`,
    unchanged: 'Intet ville blive ændret',
    conflict: 'Dette selskab kan ikke længere flyttes dertil',
    stale: 'Nogen har ændret bookingen i mellemtiden',
  },
  script: {
    lost: 'Ingen forbindelse siden {since}. Sådan var aftenen {seen}; intet kan ændres, før forbindelsen er tilbage.',
    away: 'Serveren når ikke sin database siden {since}. Sådan var aftenen {seen}; intet kan ændres, før den er tilbage.',
    back: 'Forbundet igen. Sådan er aftenen nu.',
    ended: 'Du er logget ud. Siden opdateres ikke længere.',
    signIn: 'Log ind',
    readOnly: 'Ikke nu: der er ingen forbindelse.',
    lifted: '{party} er løftet. Piletasterne flytter, Enter slipper, Escape lægger tilbage.',
    asking: 'Ser efter …',
    putBack: '{party} er tilbage, hvor det var.',
    refused: 'Går ikke',
    moving: 'Disse ville flytte:',
    drop: 'Flyt',
    cancel: 'Læg tilbage',
    others: 'Andre tider og borde',
    failed: 'Det gik ikke. Intet er ændret.',
    fixed: '{party} kan ikke flyttes længere.',
    seated: '{party} sidder allerede: et andet bord går, men ingen anden tid.',
    changed: 'Ændret i mellemtiden: {what}',
    reload: 'Vis bookingen, som den er nu',
    close: 'Luk',
    help: {
      title: 'Taster',
      keys: 'Tast',
      arrows: 'Fra selskab til selskab',
      enter: 'Åbn bookingen',
      lift: 'Løft selskabet: piletasterne flytter i tid og mellem borde, Enter slipper, Escape lægger tilbage',
      walkIn: 'Drop-in',
      booking: 'Ny booking',
      search: 'Søg',
      help: 'Disse taster',
      escape: 'Læg tilbage, luk',
      drag: 'Træk et selskab med musen; med fingeren holder du først.',
      single: 'Brug taster med et enkelt bogstav',
    },
  },
};
