import type { LiveWords } from '../live.ts';

const tablesIn = (ids: readonly string[]): string =>
  ids.length === 0 ? 'inget bord' : `bord ${ids.join(' + ')}`;

export const sv: LiveWords = {
  preview: {
    where: (time, tables) => `${time}, ${tablesIn(tables)}`,
    move: (party, time, tables) => `${party} ${time} → ${tablesIn(tables)}`,
    stays: (party, time, size, tables) =>
      `${party} ${time}, ${size} pers., kan inte lämna ${tablesIn(tables)}`,
    block: (time, until, reason) => `Spärrat ${time}–${until}${reason && `: ${reason}`}`,
    outOfSeason: (tables) => `${tables.join(', ')}: inte i säsong då`,
    unchanged: 'Ingenting skulle ändras',
    conflict: 'Det här sällskapet kan inte längre flyttas dit',
    stale: 'Någon har ändrat bokningen under tiden',
  },
  script: {
    lost: 'Ingen anslutning sedan {since}. Så såg kvällen ut {seen}; inget kan ändras förrän anslutningen är tillbaka.',
    away: 'Servern når inte sin databas sedan {since}. Så såg kvällen ut {seen}; inget kan ändras förrän den är tillbaka.',
    back: 'Ansluten igen. Så här ser kvällen ut nu.',
    ended: 'Du är utloggad. Sidan uppdateras inte längre.',
    signIn: 'Logga in',
    readOnly: 'Inte nu: det finns ingen anslutning.',
    lifted: '{party} är lyft. Piltangenterna flyttar, Enter släpper, Escape lägger tillbaka.',
    asking: 'Tittar efter …',
    putBack: '{party} är tillbaka där det var.',
    refused: 'Går inte',
    moving: 'De här skulle flytta:',
    drop: 'Flytta',
    cancel: 'Lägg tillbaka',
    others: 'Andra tider och bord',
    failed: 'Det gick inte. Inget har ändrats.',
    fixed: '{party} kan inte flyttas längre.',
    seated: '{party} sitter redan: annat bord går, men ingen annan tid.',
    changed: 'Ändrat under tiden: {what}',
    reload: 'Visa bokningen som den är nu',
    close: 'Stäng',
    help: {
      title: 'Tangenter',
      keys: 'Tangent',
      arrows: 'Från sällskap till sällskap',
      enter: 'Öppna bokningen',
      lift: 'Lyft sällskapet: piltangenterna flyttar i tid och mellan bord, Enter släpper, Escape lägger tillbaka',
      walkIn: 'Drop-in',
      booking: 'Ny bokning',
      search: 'Sök',
      help: 'De här tangenterna',
      escape: 'Lägg tillbaka, stäng',
      drag: 'Dra ett sällskap med musen; med fingret håller du kvar först.',
      single: 'Använd tangenter med en enda bokstav',
    },
  },
};
