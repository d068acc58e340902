import { wordKey, wordsFor } from './word-key.ts';

export const STATUS_MEANINGS = ['confirmed', 'cancelled', 'no-show', 'over', 'open'] as const;
/**
 * One of {@link STATUS_MEANINGS}. `over`: the visit has ended; `open`: an unconfirmed request, or a waitlist entry.
 */
export type StatusMeaning = (typeof STATUS_MEANINGS)[number];

const WORDS = wordsFor<StatusMeaning>({
  confirmed: `confirmed, booked, active, new, ok, accepted, approved, upcoming, reserved, reconfirmed, arrived, seated, partially seated,
    partially arrived, all arrived, bekräftad, bokad, aktiv, ny, godkänd, anlänt, bekreftet, booket, bestilt, godkjent, ankommet, bekræftet,
    bestilt, godkendt, ankommet, bestätigt, gebucht, reserviert, neu, angenommen, eingetroffen, platziert`,
  cancelled: `cancelled, canceled, cancel, cancelled by guest, cancelled by restaurant, deleted, removed, void, voided, rejected, declined,
    denied, avbokad, avbokat, inställd, avböjd, makulerad, raderad, avbestilt, kansellert, avlyst, avslått, slettet, aflyst, afbestilt,
    annulleret, afvist, slettet, storniert, abgesagt, gelöscht, abgelehnt`,
  'no-show': `no show, noshow, did not show, did not arrive, ej anlänt, utebliven, uteblev, kom inte, ikke møtt, møtte ikke, uteblitt,
    ikke mødt, udeblevet, udeblev, mødte ikke op, nicht erschienen, nicht gekommen`,
  over: `completed, complete, finished, done, left, departed, closed, paid, billed, avslutad, klar, betald, gått, fullført, ferdig, avsluttet,
    betalt, afsluttet, færdig, gået, abgeschlossen, beendet, erledigt, gegangen, bezahlt`,
  open: `pending, requested, request, unconfirmed, not confirmed, tentative, waiting, waitlist, waiting list, waitlisted, hold, option,
    preliminär, obekräftad, väntande, väntelista, förfrågan, foreløpig, ubekreftet, venter, venteliste, forespørsel, foreløbig, ubekræftet,
    afventer, forespørgsel, vorläufig, unbestätigt, offen, angefragt, anfrage, warteliste, optional`,
});

/**
 * The meaning of a status; null for an unknown one. An empty status is a confirmed booking.
 *
 * @param added the operator's meanings, by {@link wordKey}
 */
export function readStatus(text: string, added: ReadonlyMap<string, StatusMeaning>): StatusMeaning | null {
  const key = wordKey(text);
  return key === '' ? 'confirmed' : (added.get(key) ?? WORDS.get(key) ?? null);
}
