/** A foreign program with its own pool and database: it must compile in the strictest mode. */
import Database from 'better-sqlite3';
import pg from 'pg';
import { createPartnerApi } from '@bord/adapter-http';
import { createMailer } from '@bord/adapter-http/mail';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { BookingError, createEngine, definePlan, type Booking } from '@bord/engine';
import type { Storage } from '@bord/engine/storage';
import { verifyWebhook, type WebhookEvent } from '@bord/engine/webhooks';

/** Both storages, on the program's own connections. */
export async function storages(url: string, path: string): Promise<readonly [Storage, Storage]> {
  const pool = new pg.Pool({ connectionString: url });
  await migrate({ pool });
  return [pgStorage({ pool }), sqliteStorage({ database: new Database(path), migrate: true })];
}

export async function bookings(storage: Storage, date: string): Promise<readonly Booking[]> {
  const engine = createEngine({ storage });
  const plan = definePlan({
    name: 'Bistro Nord',
    timeZone: 'Europe/Stockholm',
    tables: [{ id: 'T1', seatsMax: 4 }],
    servicePeriods: [{ name: 'Dinner', weekdays: [5], opensMinute: 17 * 60, closesMinute: 23 * 60 }],
  });
  try {
    const { location } = await engine.operator.locations.apply(plan, null);
    return await engine.operator.at(location.id).bookings.list({ date });
  } catch (error) {
    if (BookingError.is(error)) console.error(error.code);
    throw error;
  }
}

export const api = (storage: Storage): object => createPartnerApi({ engine: createEngine({ storage }) });
export const mailer = (): object =>
  createMailer({
    transport: { kind: 'smtp', url: 'smtp://127.0.0.1' },
    from: 'a@example.com',
    publicUrl: 'https://a.example',
  });

export function received(body: string, header: string, secret: string): WebhookEvent {
  return verifyWebhook({ secret, signature: header, rawBody: body });
}
