import type { WaitlistWords } from './words.ts';

/** Danish. */
export const da: WaitlistWords = {
  between: (from, to) => `mellem ${from} og ${to}`,
  mail: {
    joined: {
      subject: 'Du står på ventelisten',
      title: 'Du står på ventelisten',
      opening: (restaurant) => `Tak! Du står i kø til et bord hos ${restaurant}:`,
      willOffer:
        'Bliver et bord ledigt, skriver vi straks til dig og holder det til dig et stykke tid. Det er dit, når du har sagt ja tak.',
      willBook: 'Bliver et bord ledigt, reserveres det straks til dig, og vi skriver til dig.',
      lead: 'Har du ikke længere brug for bordet? Forlad gerne listen, så en anden kan få det.',
      button: 'Se eller forlad ventelisten',
    },
    offered: {
      subject: 'Et bord er ledigt',
      title: 'Der er et bord til dig',
      opening: (restaurant, until) =>
        `Et bord er blevet ledigt hos ${restaurant}. Vi holder det til dig indtil ${until}. Derefter går det videre til den næste i køen.`,
      lead: 'Det er ikke reserveret endnu. Åbn siden, og sig ja tak der:',
      button: 'Se bordet',
      byContact: 'Det er ikke reserveret endnu. Kontakt os, hvis du gerne vil have det.',
    },
    doubt:
      'Har du ikke bedt om et bord? Så har nogen formentlig oplyst en forkert mailadresse. Se bort fra denne mail.',
  },
  page: {
    waiting: {
      title: 'Du står på ventelisten',
      text: 'Bliver et bord ledigt, skriver vi straks til dig og holder det til dig et stykke tid.',
    },
    willBook: 'Bliver et bord ledigt, reserveres det straks til dig, og vi skriver til dig.',
    offered: {
      title: 'Der er et bord til dig',
      text: 'Det er ikke reserveret endnu. Vil du gerne have det?',
    },
    late: {
      title: 'Tiden for tilbuddet er udløbet',
      text: 'Ingen anden har taget bordet endnu. Vil du stadig have det, så prøv nu.',
    },
    booked: {
      title: 'Bordet er reserveret',
      text: 'En bekræftelse er på vej til din mail. Vi glæder os til at se dig.',
    },
    inVain: {
      title: 'Intet bord blev ledigt',
      text: 'Det lykkedes desværre ikke denne gang. Vi håber, vi ses en anden gang.',
    },
    gone: {
      title: 'Tilbuddet er udløbet',
      text: 'Bordet blev holdt til dig et stykke tid og kan ikke tages længere. Kontakt restauranten, så ser de, hvad der er ledigt.',
    },
    closed: {
      title: 'Restauranten har lukket på det tidspunkt',
      text: 'Den har lukket, siden bordet blev tilbudt. Vi beklager og håber, vi ses en anden gang.',
    },
    left: {
      title: 'Du har forladt ventelisten',
      text: 'Vi håber, vi ses en anden gang.',
    },
    heldUntil: (moment) =>
      `Vi holder det til dig indtil ${moment}. Derefter går det videre til den næste i køen.`,
    accept: 'Ja tak, reservér bordet',
    decline: 'Nej tak',
    leave: 'Forlad ventelisten',
    open: 'Se din reservation',
    ask: {
      title: 'Vil du forlade ventelisten?',
      text: 'Du mister din plads i køen, og det, der holdes til dig, går videre til den næste. Det kan ikke fortrydes.',
      yes: 'Ja, forlad listen',
      no: 'Nej, bliv stående',
    },
  },
};
