import type { LiveWords } from '../live.ts';

const tablesIn = (ids: readonly string[]): string =>
  ids.length === 0 ? 'ikke noe bord' : `bord ${ids.join(' + ')}`;

export const no: LiveWords = {
  preview: {
    where: (time, tables) => `${time}, ${tablesIn(tables)}`,
    move: (party, time, tables) => `${party} ${time} → ${tablesIn(tables)}`,
    stays: (party, time, size, tables) =>
      `${party} ${time}, ${size} pers., kan ikke forlate ${tablesIn(tables)}`,
    block: (time, until, reason) => `Sperret ${time}–${until}${reason && `: ${reason}`}`,
    outOfSeason: (tables) => `${tables.join(', ')}: ikke i sesong da`,
    unchanged: 'Ingenting ville endres',
    conflict: 'Dette selskapet kan ikke lenger flyttes dit',
    stale: 'Noen har endret bestillingen i mellomtiden',
  },
  script: {
    lost: 'Ingen forbindelse siden {since}. Slik var kvelden {seen}; ingenting kan endres før forbindelsen er tilbake.',
    away: 'Serveren når ikke databasen sin siden {since}. Slik var kvelden {seen}; ingenting kan endres før den er tilbake.',
    back: 'Tilkoblet igjen. Slik er kvelden nå.',
    ended: 'Du er logget ut. Siden oppdateres ikke lenger.',
    signIn: 'Logg inn',
    readOnly: 'Ikke nå: det er ingen forbindelse.',
    lifted: '{party} er løftet. Piltastene flytter, Enter slipper, Escape legger tilbake.',
    asking: 'Ser etter …',
    putBack: '{party} er tilbake der det var.',
    refused: 'Går ikke',
    moving: 'Disse ville flytte:',
    drop: 'Flytt',
    cancel: 'Legg tilbake',
    others: 'Andre tider og bord',
    failed: 'Det gikk ikke. Ingenting er endret.',
    fixed: '{party} kan ikke flyttes lenger.',
    seated: '{party} sitter allerede: et annet bord går, men ingen annen tid.',
    changed: 'Endret i mellomtiden: {what}',
    reload: 'Vis bestillingen slik den er nå',
    close: 'Lukk',
    help: {
      title: 'Taster',
      keys: 'Tast',
      arrows: 'Fra selskap til selskap',
      enter: 'Åpne bestillingen',
      lift: 'Løft selskapet: piltastene flytter i tid og mellom bord, Enter slipper, Escape legger tilbake',
      walkIn: 'Drop-in',
      booking: 'Ny bestilling',
      search: 'Søk',
      help: 'Disse tastene',
      escape: 'Legg tilbake, lukk',
      drag: 'Dra et selskap med musen; med fingeren holder du først.',
      single: 'Bruk taster med én bokstav',
    },
  },
};
